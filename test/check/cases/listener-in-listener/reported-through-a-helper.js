// Each answer has the helper add one more listener.
const readline = require('readline');
const rl = readline.createInterface({ input: process.stdin });
function ask(question, handle) {
  console.log(question);
  rl.on('line', handle); // expect: listener-in-listener
}
ask('name?', name => {
  ask('age?', age => console.log(name, age));
});
