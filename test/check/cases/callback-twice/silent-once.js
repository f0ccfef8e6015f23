// rules: callback-twice
const once = f => { let called; return (...args) => { if (!called) { called = true; f(...args); } }; };
exports.load = (emitter, cb) => {
  cb = once(cb);
  emitter.on('end', error => {
    if (error) cb(error);
    cb(null);
  });
};
