const assert = require('node:assert');
const fs = require('node:fs');
const test = require('node:test');

let settings = {};
const load = file => fs.readFile(file, (error, text) => { settings = JSON.parse(text); });

test('the settings are loaded', async () => {
  load('package.json');
  await new Promise(resolve => setTimeout(resolve, 50)); // that is long enough, is it not?
  assert.strictEqual(settings.name, 'flaky');
});
