// An imported variable that is read behind what assigns to it.
import fs from 'fs';
import { settings, load, level, raise } from './modules/hands-on.mjs';
raise();
fs.stat('.', () => {
  console.log(level);
  raise();
});
load();
process.on('exit', () => console.log(settings));
