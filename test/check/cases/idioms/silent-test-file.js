// Test runners await what their callbacks return.
const assert = require('node:assert');
const { add } = require('../src/add');

describe('add', () => {
  let base;

  beforeEach(async () => {
    base = await add(1, 1);
  });

  it('adds', async () => {
    assert.equal(await add(base, 3), 5);
  });

  it('refuses words', async () => {
    await assert.rejects(() => add(base, 'x'));
  });
});
