// An ES module.
// race: 8 11 ordering confirmed
import fs from 'fs';
import { fileURLToPath } from 'url';
let state = 'new';
const file = fileURLToPath(import.meta.url);
fs.stat(file, () => {
  state = 'stat';
});
fs.access(file, () => {
  console.log(state);
});
