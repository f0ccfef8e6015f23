// The timer is started anew with every call.
module.exports = function debounce(call, ms) {
  let timer;
  return function (...args) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      call.apply(this, args);
    }, ms);
  };
};
