import fs from 'fs';
import { fileURLToPath } from 'url';
export let config = 'default';
export const load = () =>
  fs.stat(fileURLToPath(import.meta.url), () => {
    config = 'loaded';
  });
