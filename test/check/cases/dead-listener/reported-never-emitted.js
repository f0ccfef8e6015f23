// rules: dead-listener
// The emitter does not leave this file, and nobody emits "drained".
const { EventEmitter } = require('node:events');

const queue = new EventEmitter();
const jobs = ['a', 'b'];

queue.on('job', job => console.log(job));
queue.once('drained', () => console.log('empty')); // expect: dead-listener
for (const job of jobs) queue.emit('job', job);
