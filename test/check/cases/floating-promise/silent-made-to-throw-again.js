// rules: floating-promise
// What a task throws is to be seen, as out of setTimeout.
function defer(task) { return Promise.resolve(task).then(runTask); }
function runTask(task) { try { return task.run(); } catch (e) { return task.error(e); } }
function Asap(f) { this.f = f; }
Asap.prototype.run = function () { return this.f(); };
Asap.prototype.error = function (e) { throw e; };
exports.setTimer = function (f, ms) {
  if (ms > 0) return setTimeout(f, ms);
  const task = new Asap(f);
  defer(task);
  return task;
};
