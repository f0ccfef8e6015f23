// rules: promise-cycle
// The second waits only sometimes, or only for what comes before.
let a, b;
const patient = process.argv.includes('--patient');

async function first() {
  await null;
  await b;
  return 1;
}
async function second() {
  await null;
  if (patient) await a;
  return 2;
}
a = first();
b = second();
a.then(console.log, console.error);
b.then(console.log, console.error);

let last = Promise.resolve();
async function queued(task) {
  await last;
  return task();
}
exports.push = task => {
  last = queued(task);
  return last;
};
exports.push(() => 1).catch(console.error);
exports.push(() => 2).catch(console.error);
