const { spawn } = require('node:child_process');

let output;
const child = spawn('ls');
child.stdout.on('data', chunk => {
  output = chunk;
});
console.log(output.length); // expect: unexpected-order
