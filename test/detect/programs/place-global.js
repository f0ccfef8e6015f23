// A global that nobody declares.
// race: W R ordering confirmed
const fs = require('fs');
detectState = 'new';
fs.stat(__filename, () => {
  detectState = 'known'; // W
});
fs.readdir('.', () => {
  console.log(detectState); // R
});
