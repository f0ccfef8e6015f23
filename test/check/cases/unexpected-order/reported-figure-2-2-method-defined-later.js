// rules: unexpected-order
// The thesis's figure 2.2: the method is there only a second later.
const printer = {};

setTimeout(() => {
  printer.print = console.log;
}, 1000);

printer.print('hello'); // expect: unexpected-order
