// Two instances of one class are two places.
'use strict';
const fs = require('fs');
class Job {
  state = 'new';
  run(ask) {
    ask(() => {
      this.state = 'known';
      setImmediate(() => console.log(this.state));
    });
  }
}
new Job().run((done) => fs.stat(__filename, done));
new Job().run((done) => fs.readdir('.', done));
