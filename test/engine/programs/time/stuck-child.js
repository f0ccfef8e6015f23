'use strict';
// Parent and child each wait for the other's message.
// outcome: stuck
const { fork } = require('child_process');

if (process.argv[2] === 'child') process.on('message', () => process.send('answer'));
else fork(__filename, ['child']).on('message', () => process.exit());
