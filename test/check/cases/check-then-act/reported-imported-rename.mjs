// Packages that hand Node's functions on have "fs" in their names.
import { pathExists, unlink } from 'fs-extra';
export async function forget(path) {
  if (await pathExists(path)) await unlink(path); // expect: check-then-act
}
