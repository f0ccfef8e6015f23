'use strict';
// Two tests, one of which has a race in a helper that both use. Run by test/detect/forms.js.
const test = require('node:test');
const assert = require('assert');
const fs = require('fs');
const look = (use) =>
  new Promise((resolve) => {
    const state = { ready: 'new' };
    let left = 2;
    const done = () => {
      if (--left === 0) resolve();
    };
    fs.stat(__filename, () => {
      state.ready = 'known';
      done();
    });
    fs.readdir('.', () => {
      use(state.ready);
      done();
    });
  });
test('does not care', () => look(() => {}));
test('wants it known', () => look((ready) => assert.strictEqual(ready, 'known')));
