// TypeScript as Node itself strips it.
// race: W R ordering confirmed
// node: 22
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
interface State {
  ready: string;
}
const state: State = { ready: 'new' };
const file: string = fileURLToPath(import.meta.url);
fs.stat(file, (error: unknown): void => {
  state.ready = 'known'; // W
});
fs.access(file, () => {
  console.log(state.ready as string); // R
});
