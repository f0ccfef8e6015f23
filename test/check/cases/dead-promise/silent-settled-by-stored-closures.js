// finish and cancel settle it; who calls them is out of sight.
function createTask() {
  const task = { done: false };
  task.promise = new Promise((resolve, reject) => {
    task.cancel = error => {
      task.done = true;
      reject(error);
    };
    task.finish = value => {
      task.done = true;
      resolve(value);
    };
  });
  return task;
}

exports.fish = async bot => {
  const task = createTask();
  bot.task = task;
  await task.promise;
};
