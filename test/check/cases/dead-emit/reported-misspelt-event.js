// rules: dead-emit
// Nobody listens for "finshed".
const { EventEmitter } = require('node:events');

const task = new EventEmitter();
task.on('finished', () => console.log('done'));
task.emit('finshed'); // expect: dead-emit
