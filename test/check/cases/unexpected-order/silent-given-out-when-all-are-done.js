// The list is given out when nothing runs any more; that it may be empty at once says nothing about the order.
async function parallel(jobs) {
  const results = [];
  let count = 0;
  const queue = [...jobs];
  return new Promise(done => {
    tick();
    function tick() {
      if (count === 0 && queue.length === 0) {
        done(results);
        return;
      }
      while (queue.length > 0) start(queue.shift());
    }
    function start(job) {
      count += 1;
      job()
        .then(result => {
          results.push(result);
        })
        .finally(() => {
          count -= 1;
          tick();
        });
    }
  });
}
exports.run = async jobs => {
  const all = await parallel(jobs);
  return all.filter(x => x);
};
