// The same where the program itself reads a file.
const fs = require('fs').promises;
var __async = (__this, __arguments, generator) => {
  return new Promise((resolve, reject) => {
    var fulfilled = value => { try { step(generator.next(value)); } catch (e) { reject(e); } };
    var rejected = value => { try { step(generator.throw(value)); } catch (e) { reject(e); } };
    var step = x => (x.done ? resolve(x.value) : Promise.resolve(x.value).then(fulfilled, rejected));
    step((generator = generator.apply(__this, __arguments)).next());
  });
};
const load = (_0, _1) =>
  __async(null, [_0, _1], function* (file, show) {
    show(yield fs.readFile(file));
  });
exports.open = (file, show) => {
  load(file, show); // expect: floating-promise
};
