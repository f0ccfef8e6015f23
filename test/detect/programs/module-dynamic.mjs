// A module that is imported when the first callback runs.
import fs from 'fs';
import { fileURLToPath } from 'url';
const file = fileURLToPath(import.meta.url);
let state = 'new';
fs.stat(file, async () => {
  state = 'known';
  await import('./modules/empty.mjs');
  console.log(state);
});
