// The helper sets the timers; who calls it decides when they fire, and both write to one list.
const said = [];

function say(text, ms) {
  setTimeout(() => said.push(text), ms);
}

function greet() {
  say('1. hello', 50);
  say('2. how are you', 20); // expect: timeout-order @9
}

greet();
setTimeout(() => console.log(said.join(', ')), 100);
