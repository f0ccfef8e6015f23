// Through a proxy the same object is reached; the handler's code does it.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const target = { ready: 'new' };
const proxy = new Proxy(target, {
  set(object, key, value) {
    object[key] = value; // W
    return true;
  },
  get(object, key) {
    return object[key]; // R
  },
});
fs.stat(__filename, () => {
  proxy.ready = 'known'; // P
});
fs.readdir('.', () => {
  console.log(proxy.ready); // Q
});
// race: P Q ordering confirmed
