// The helper listens once, or takes the listener away; or it is asked again only under a condition.
const readline = require('readline');
const rl = readline.createInterface({ input: process.stdin });
function ask(question, handle) {
  console.log(question);
  rl.once('line', handle);
}
ask('name?', name => {
  ask('age?', age => console.log(name, age));
});

const other = readline.createInterface({ input: process.stdin });
function wait(question, handle) {
  console.log(question);
  other.removeAllListeners('line');
  other.on('line', handle);
}
wait('name?', name => {
  wait('age?', age => console.log(name, age));
});

const third = readline.createInterface({ input: process.stdin });
let isAsked = false;
function follow(handle) {
  third.on('line', handle);
}
follow(line => {
  if (isAsked) return;
  isAsked = true;
  follow(next => console.log(line, next));
});
