// It does not come after what nobody awaits.
// race: W R ordering confirmed
import fs from 'fs/promises';
import { fileURLToPath } from 'url';
let state = 'new';
const file = fileURLToPath(import.meta.url);
fs.stat(file).then(() => {
  state = 'known'; // W
});
await fs.readdir('.');
console.log(state); // R
