// rules: unawaited-return
import { stat, readFile } from 'node:fs/promises';
async function before(name) {
  const { size } = await stat(name);
  try {
    return size + (await readFile(name, 'utf8'));
  } catch {
    return null;
  }
}
async function inTheCatch(name) {
  try {
    return await readFile(name, 'utf8');
  } catch (error) {
    throw new Error(`${name}: ${error.message}`);
  }
}
async function handedOn(name) {
  try {
    return before(name); // expect: unawaited-return
  } catch {
    return null;
  }
}
export async function all(name, which) {
  try {
    if (which === 1) return before(name); // expect: unawaited-return warning
    if (which === 2) return inTheCatch(name); // expect: unawaited-return warning
    return handedOn(name); // expect: unawaited-return warning
  } catch {
    return null;
  }
}
