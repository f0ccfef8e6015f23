'use strict';
const { statForty } = require('../stats');

test('stats forty files', async () => expect(await statForty()).toBe(40));
