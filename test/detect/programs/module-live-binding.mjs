// What is read under an imported name is the other module's variable.
// race: 6 12 ordering confirmed
import fs from 'fs';
import { config, load } from './modules/live.mjs';

// line 6 of modules/live.mjs assigns
setImmediate(() => {
  load();
  // what is read here
  fs.readdir('.', () => {
    // the variable has its value, or not
    console.log(config);
  });
});
