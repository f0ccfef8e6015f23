// The helper refuses what it is given; the listener's promise is the one that nobody sees.
const { EventEmitter } = require('events');
const queue = new EventEmitter();

async function store(job) {
  if (!job.id) throw new Error('job has no id');
}

queue.on('job', async job => { // expect: async-callback @6
  await store(job);
});
exports.add = job => queue.emit('job', job);
