// rules: timeout-order
// Whoever calls these: when they run, the second timer fires first.
const app = require('express')();

document.addEventListener('click', () => {
  setTimeout(() => console.log('a'), 100);
  setTimeout(() => console.log('b'), 10); // expect: timeout-order
});

fetch('/x')
  .then(() => {
    setTimeout(() => console.log('c'), 100);
    setTimeout(() => console.log('d'), 10); // expect: timeout-order
  })
  .catch(console.error);

app.get('/', async (request, response) => {
  await fetch('/y');
  setTimeout(() => console.log('e'), 100);
  setTimeout(() => console.log('f'), 10); // expect: timeout-order
  response.end();
});
