// A helper that polls until a condition holds, with a deadline that no timer shows: forty file
// operations are done within the five seconds it allows.
'use strict';
const assert = require('assert');
const fs = require('fs');

async function waitFor(condition, { timeout, interval }) {
  const end = Date.now() + timeout;
  while (!condition()) {
    assert.ok(Date.now() < end, 'the condition did not come true in time');
    await new Promise(resolve => setTimeout(resolve, interval));
  }
}

async function main() {
  let done = 0;
  (async () => {
    for (; done < 40; done++) await fs.promises.stat(__filename);
  })();
  await waitFor(() => done === 40, { timeout: 5000, interval: 50 });
}

main();
