// rules: invalid-listener-removal
// Lamps are switched on and off within so many milliseconds.
module.exports = function (lights, stream) {
  stream.on('data', key => {
    if (key === '1') lights.forEach(light => light.on(0, err => console.log('on', err)));
    else lights.forEach(light => light.off(0, err => console.log('off', err)));
  });
};
