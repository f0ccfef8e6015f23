// The handler would do the very same once more.
import { readFile } from 'fs/promises';
export async function load(file, fallback) {
  try {
    if (!file) return readFile(fallback);
    return await readFile(file);
  } catch {
    return readFile(fallback);
  }
}
