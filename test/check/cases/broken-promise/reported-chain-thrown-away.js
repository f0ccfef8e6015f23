// rules: broken-promise
// Two transformations, and nobody gets what they made.
async function load() {
  return [3, 1];
}
const job = load();
job.then(list => list.map(x => x + 1)).then(list => list.filter(Boolean));
job.then(list => console.log('incremented', list)); // expect: broken-promise warning
