// The timer takes what has been collected until then.
let queue = [];
function flush() {
  const batch = queue;
  queue = [];
  console.log(batch.length);
}
setTimeout(flush, 10);
queue.push('first');
