const { EventEmitter } = require('events');
const queue = new EventEmitter();

async function store(job) {
  if (!job.id) throw new Error('job has no id');
}

queue.on('job', async job => {
  try {
    await store(job);
  } catch (error) {
    console.error(error);
  }
});
exports.add = job => queue.emit('job', job);
