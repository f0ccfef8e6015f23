// rules: check-then-act
import fs from 'fs/promises';
export async function ensure(dir) {
  try {
    await fs.access(dir);
  } catch {
    await fs.mkdir(dir); // expect: check-then-act @5
  }
}
