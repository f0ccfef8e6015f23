// The same, in the right order.
// node: 22
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
let state: 'new' | 'known' = 'new';
const file: string = fileURLToPath(import.meta.url);
fs.stat(file, (): void => {
  state = 'known';
  fs.access(file, () => console.log(state));
});
