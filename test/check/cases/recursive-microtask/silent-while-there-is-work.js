// It stops when the queue is empty.
const queue = ['a', 'b', 'c'];

function drain() {
  const item = queue.shift();
  if (item === undefined) return;
  console.log(item);
  process.nextTick(drain);
}

drain();
