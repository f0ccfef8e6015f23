// rules: multiple-settle
// The property cannot throw where the condition has read one of the same object: nothing but an ignored call. Behind
// || or ?. it may not have been read.
exports.ask = (bus, name) =>
  new Promise((resolve, reject) => {
    bus.on(name, message => {
      if (message.exception) {
        reject(new Error(message.exceptionMessage));
      }
      resolve(message.result); // expect: multiple-settle note
    });
  });
exports.other = (bus, name) =>
  new Promise((resolve, reject) => {
    bus.on(name, (failed, message) => {
      if (failed || message.exception) {
        reject(new Error('failed'));
      }
      resolve(message.result); // expect: multiple-settle warning
    });
  });
exports.third = (bus, name) =>
  new Promise((resolve, reject) => {
    bus.on(name, message => {
      if (message?.exception) {
        reject(new Error('failed'));
      }
      resolve(message.result); // expect: multiple-settle warning
    });
  });
