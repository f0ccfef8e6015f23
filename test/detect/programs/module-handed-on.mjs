// A binding that a third module hands on under another name, and one among all that it hands on.
// race: 6 10 ordering confirmed
// race: 3 16 ordering confirmed
import fs from 'fs';
import { settings, load, level, raise } from './modules/hands-on.mjs';
setImmediate(() => {
  load();
  fs.readdir('.', () => {
    // line 6 of modules/live.mjs assigns
    console.log(settings);
  });
  fs.access('.', () => {
    raise();
  });
  fs.readFile('../run', () => {
    console.log(level);
  });
});
