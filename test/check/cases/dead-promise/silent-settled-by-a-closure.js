// The settling function is kept in a variable that a returned closure calls.
exports.steps = function steps(count) {
  let left = count;
  let settle;

  function step() {
    left -= 1;
    if (left === 0) settle();
  }

  const all = new Promise(resolve => {
    settle = resolve;
  });

  return { step, all };
};
