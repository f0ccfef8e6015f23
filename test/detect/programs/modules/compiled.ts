// The source of typescript-compiled.js: an enum is more than Node can strip.
import fs = require('fs');

enum State {
  New = 'new',
  Known = 'known',
}

let state: State = State.New;
fs.stat(__filename, (): void => {
  state = State.Known;
});
fs.access(__filename, (): void => {
  console.log(state);
});
