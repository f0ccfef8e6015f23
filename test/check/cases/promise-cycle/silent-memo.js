// The memo hands out the promise it holds; nobody waits for himself.
let memo;

exports.once = function once(load) {
  if (!memo) {
    memo = load().catch(error => {
      memo = undefined;
      throw error;
    });
  }
  return memo;
};
