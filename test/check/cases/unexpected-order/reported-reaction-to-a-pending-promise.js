// rules: unexpected-order
// None of these reactions is queued yet when the value is read, but each of them comes later for certain.
const sleep = (ms, value) => new Promise(resolve => setTimeout(resolve, ms, value));
let answer, slept, second, awaited;

fetch('/answer').then(found => { answer = found; });
console.log(answer.status); // expect: unexpected-order

sleep(10, { a: 1 }).then(found => { slept = found; });
console.log(slept.a); // expect: unexpected-order

Promise.resolve(1).then(n => n + 1).then(n => { second = { n }; });
console.log(second.n); // expect: unexpected-order

async function load() {
  await sleep(10);
  awaited = { a: 1 };
}
load();
console.log(awaited.a); // expect: unexpected-order
