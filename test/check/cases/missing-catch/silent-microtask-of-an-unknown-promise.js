// rules: missing-catch
// A polyfill's microtask: what flush() throws is to be seen as any uncaught error.
const P = globalThis.SomePromise;
module.exports = function () {
  let head, notify;
  const flush = function () {
    while (head) {
      const fn = head.fn;
      head = head.next;
      try { fn(); } catch (e) { if (head) notify(); throw e; }
    }
  };
  if (P && P.resolve) {
    const promise = P.resolve(undefined);
    notify = function () { promise.then(flush); };
  }
  return function (fn) { head = { fn }; notify(); };
};
