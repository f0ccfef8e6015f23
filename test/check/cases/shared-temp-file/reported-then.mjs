// rules: shared-temp-file
import { promises as fs } from 'fs';
export function save(data) {
  return fs.writeFile('state.json.tmp', data).then(() => fs.rename('state.json.tmp', 'state.json')); // expect: shared-temp-file
}
