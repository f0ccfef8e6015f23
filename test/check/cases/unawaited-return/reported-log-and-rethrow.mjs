// The caller hears of the failure either way; what is missed is a line of the log.
import { readFile } from 'fs/promises';
export async function load(file) {
  try {
    return readFile(file); // expect: unawaited-return note
  } catch (error) {
    console.error(error);
    throw error;
  }
}
export async function loadAll(file, log) {
  try {
    return readFile(file); // expect: unawaited-return warning
  } catch (error) {
    log(error);
    return null;
  }
}
