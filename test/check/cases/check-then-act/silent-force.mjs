// rules: check-then-act
import fs from 'fs/promises';
export async function drop(file) {
  await fs.stat(file);
  await fs.rm(file, { force: true });
}
export async function forget(file) {
  await fs.stat(file);
  await fs.unlink(file).catch(() => {});
}
