import { expect, test } from 'vitest';
import { statForty } from '../stats.js';

test('stats forty files', async () => expect(await statForty()).toBe(40));
