'use strict';
// control of check-then-make.js: EEXIST is what was wanted.
const fs = require('fs/promises');
const { folder, pause, fail } = require('../rig');

const target = `${folder()}/out`;
const ensure = () => fs.mkdir(target, { recursive: true });
Promise.all([ensure(), pause(40).then(ensure)]).catch(error => fail(error.message));
