// Who asks for the listeners first loses no event; and on() of the events module listens too.
import { EventEmitter, on } from 'node:events';

const bus = new EventEmitter();
const jobs = new EventEmitter();

function announce(name, payload) {
  if (bus.listenerCount(name) > 0) bus.emit('stop', payload);
}

async function work() {
  for await (const [job] of on(jobs, 'job')) console.log(job);
}

setTimeout(() => jobs.emit('job', 1), 10);
announce(process.argv[2], 1);
work();
