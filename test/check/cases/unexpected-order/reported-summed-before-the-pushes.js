// The list is filled by answers that come later; the sum is made of nothing.
const sizes = [];
const measure = name => new Promise(resolve => setTimeout(() => resolve(name.length), 10));

for (const name of ['one', 'two'])
  measure(name).then(size => {
    sizes.push(size);
  });

const total = sizes.reduce((a, b) => a + b, 0); // expect: unexpected-order
console.log('total', total);
