// Must not throw here: the error goes to unhandledRejection.
exports.dispose = target => {
  try {
    target[Symbol.dispose]();
  } catch (err) {
    Promise.reject(err);
  }
};
