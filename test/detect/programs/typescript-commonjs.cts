// TypeScript of a CommonJS module.
// race: W R ordering confirmed
// node: 22
const fs: typeof import('node:fs') = require('node:fs');
let state: string = 'new';
fs.stat(__filename, (error: unknown): void => {
  state = 'known'; // W
});
fs.access(__filename, () => {
  console.log(state satisfies string); // R
});
