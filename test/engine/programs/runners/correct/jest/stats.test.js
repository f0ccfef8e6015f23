'use strict';
const { statForty } = require('../stats');

test('stats forty files', async () => expect(await statForty()).toBe(40));
test('and again', async () => expect(await statForty()).toBe(40));
