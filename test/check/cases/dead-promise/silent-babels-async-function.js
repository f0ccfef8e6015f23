// What Babel makes of an async function.
function _asyncToGenerator(fn) { return function () { var gen = fn.apply(this, arguments); return new Promise(function (resolve, reject) { function step(key, arg) { try { var info = gen[key](arg); var value = info.value; } catch (error) { reject(error); return; } if (info.done) { resolve(value); } else { return Promise.resolve(value).then(function (value) { step("next", value); }, function (err) { step("throw", err); }); } } return step("next"); }); }; }
const reply = (() => {
  var _ref = _asyncToGenerator(function* (topic, options) {
    const found = yield options.find(topic);
    return found.text;
  });
  return function reply(_x, _x2) { return _ref.apply(this, arguments); };
})();
exports.reply = (topic, options, callback) => reply(topic, options).then(text => callback(null, text), callback);
