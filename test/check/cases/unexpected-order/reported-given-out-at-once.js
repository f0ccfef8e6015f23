// The list is given out before anything was put into it.
async function parallel(jobs) {
  const results = [];
  return new Promise(done => {
    jobs.first().then(result => {
      results.push(result);
    });
    done(results);
  });
}
exports.run = async jobs => {
  const all = await parallel(jobs);
  return all.filter(x => x); // expect: unexpected-order
};
