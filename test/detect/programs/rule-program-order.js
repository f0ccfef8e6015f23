// One callback does one thing after the other.
'use strict';
const fs = require('fs');
let state = 'new';
const use = () => console.log(state);
fs.stat(__filename, () => {
  state = 'known';
  use();
  state = 'old';
  use();
});
