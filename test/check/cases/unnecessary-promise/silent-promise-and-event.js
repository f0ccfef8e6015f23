// Two ways to end: the wrapped promise alone would not do.
exports.request = function request(send, signal) {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    send().then(resolve, reject);
  });
};
