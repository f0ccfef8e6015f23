// The variable always holds the end of the chain.
let queue = Promise.resolve();

exports.enqueue = function enqueue(task) {
  queue = queue.then(task).catch(error => console.error(error));
  return queue;
};
