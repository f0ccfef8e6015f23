// The same through a namespace object.
// race: 6 9 ordering confirmed
import fs from 'fs';
import * as live from './modules/live.mjs';

setImmediate(() => {
  live.load();
  fs.readdir('.', () => {
    console.log(live.config);
  });
});
