// rules: unawaited-return
import { stat, readFile } from 'node:fs/promises';
async function find(name, endings) {
  for (const ending of endings) {
    try {
      if ((await stat(name + ending)).isFile()) return name + ending;
    } catch {}
  }
  try {
    if ((await stat(name)).isDirectory()) return find(`${name}/index`, endings);
  } catch {}
  return null;
}
async function load(name) {
  let text = null;
  try {
    text = await readFile(name, 'utf8');
    return { text };
  } catch (error) {
    return { error };
  }
}
export async function locate(name) {
  try {
    return find(name, ['.js', '.json']);
  } catch {
    return null;
  }
}
export async function open(name) {
  try {
    return load(name);
  } catch {
    return null;
  }
}
