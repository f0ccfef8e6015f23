// The read comes after the write, in the same function.
import { readFile } from 'node:fs/promises';

let template;

async function load() {
  template = await readFile('mail.txt', 'utf8');
}

try {
  await load();
  console.log(template.length);
} catch (error) {
  console.error(error.message);
}
