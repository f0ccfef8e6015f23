// Where the path is there the link is tried all the same: its EEXIST is an ordinary answer.
import { promises as fs } from 'fs';
const same = (a, b) => a.ino === b.ino;
export async function link(from, to) {
  let found;
  try {
    found = await fs.lstat(to);
  } catch {
    // nothing there
  }
  const source = await fs.lstat(from);
  if (found && same(source, found)) return;
  await fs.link(from, to);
}
