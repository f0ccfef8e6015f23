// Whoever calls what is returned gets the promise.
var normalize;
var init = () => {
  normalize = input => {
    if (typeof input === 'function') return input;
    const promised = Promise.resolve(input);
    return () => promised;
  };
};
init();
exports.make = config => ({ ...config, region: normalize(config.region) });
