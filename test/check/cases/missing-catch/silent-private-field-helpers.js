// What a compiler makes of private fields: its checks cannot fail here.
var __typeError = msg => {
  throw TypeError(msg);
};
var __accessCheck = (obj, member, msg) => member.has(obj) || __typeError('Cannot ' + msg);
var __privateGet = (obj, member) => (__accessCheck(obj, member, 'read from private field'), member.get(obj));
var _queue = new WeakMap();
class Retrier {
  constructor() {
    _queue.set(this, []);
  }
  run(task) {
    Promise.resolve(task.fn())
      .then(r => task.resolve(r))
      .catch(e => {
        task.reject(e);
      })
      .finally(() => __privateGet(this, _queue).shift());
  }
}
exports.Retrier = Retrier;
