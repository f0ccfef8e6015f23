// rules: multiple-settle
exports.wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
    }
    setTimeout(resolve, ms); // expect: multiple-settle note
  });
exports.work = (ms, signal, work) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
    }
    work(ms, resolve); // expect: multiple-settle warning
  });
