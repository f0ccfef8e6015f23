import { expect, test } from 'vitest';
import { takeTwice } from '../names.js';

test('names are given once', async () => {
  expect(await takeTwice()).toEqual([true, false]);
});
