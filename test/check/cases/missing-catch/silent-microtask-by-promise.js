// The promise only schedules: what flush throws is thrown on purpose, as from any callback.
module.exports = function () {
  var head, notify;
  var flush = function () {
    while (head) {
      var fn = head.fn;
      head = head.next;
      try { fn(); } catch (e) { if (head) notify(); throw e; }
    }
  };
  notify = function () { Promise.resolve().then(flush); };
  return function (fn) { head = { fn: fn, next: head }; notify(); };
};
