import { writeFile } from 'node:fs/promises';

export async function save(path: string, text: string): Promise<void> {
  try {
    return writeFile(path, text);
  } catch (error) {
    console.error(error);
  }
}
