'use strict';
module.exports = { watchman: false, transform: {}, testEnvironment: 'node' };
