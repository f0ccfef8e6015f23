// It makes a promise of whatever thenable it is given; the other one gives its reject away as well.
exports.asPromise = value => new Promise((resolve, reject) => {
  value.then(resolve, reject);
});
exports.render = (render, options) => {
  return new Promise((resolve, reject) => {
    render({ ...options, reject }).then(resolve).catch(reject);
  });
};
