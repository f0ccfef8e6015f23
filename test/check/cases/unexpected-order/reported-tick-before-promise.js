// rules: unexpected-order
// nextTick runs before promise jobs, although it is written later.
let parser;

Promise.resolve().then(() => {
  parser = { parse: text => text.split(',') };
});

process.nextTick(() => {
  console.log(parser.parse('a,b')); // expect: unexpected-order
});
