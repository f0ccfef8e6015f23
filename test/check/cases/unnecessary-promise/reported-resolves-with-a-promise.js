async function load(name) {
  return { name };
}

const inner = load('a');
const outer = new Promise(resolve => { // expect: unnecessary-promise
  resolve(inner);
});
const again = new Promise((resolve, reject) => { // expect: unnecessary-promise
  inner.then(resolve, reject);
});
Promise.all([outer, again]).then(console.log);
