// What stands behind a top-level await comes after it.
import fs from 'fs/promises';
import { fileURLToPath } from 'url';
let state = 'new';
const file = fileURLToPath(import.meta.url);
await fs.stat(file).then(() => {
  state = 'known';
});
console.log(state);
