'use strict';
exports.state = 'new';
