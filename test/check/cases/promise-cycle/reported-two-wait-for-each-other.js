// rules: promise-cycle
let a, b;

async function first() {
  await null;
  await b;
  return 1;
}
async function second() {
  await null;
  await a.then(n => n + 1);
  return 2;
}

a = first(); // expect: promise-cycle warning @6 @11
b = second();
Promise.all([a, b]).then(r => console.log('sum', r[0] + r[1]), console.error);
