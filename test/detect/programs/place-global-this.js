// The same global under two names.
// race: W R ordering confirmed
const fs = require('fs');
globalThis.detectState = 'new';
fs.stat(__filename, () => {
  globalThis.detectState = 'known'; // W
});
fs.readdir('.', () => {
  console.log(detectState); // R
});
