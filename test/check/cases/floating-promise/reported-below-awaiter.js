// What TypeScript makes of an async function: it awaits something that fails, and nothing catches.
const fs = require('fs');
var __awaiter = require('tslib').__awaiter;
class Store {
  save(text) {
    return __awaiter(this, arguments, void 0, function* (text, name = 'store') {
      yield fs.promises.writeFile(name, text);
    });
  }
  close() {
    this.save('closed'); // expect: floating-promise
    this.closed = true;
  }
}
exports.Store = Store;
