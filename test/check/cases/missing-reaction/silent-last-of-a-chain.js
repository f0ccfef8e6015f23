// The end of a chain always has a value that nobody wants.
const lines = [];

Promise.resolve('a line').then(line => lines.push(line)).then(count => console.log(count));
