// The helper sets the timers; who calls it decides when they fire.
function say(text, ms) {
  setTimeout(() => console.log(text), ms);
}

function greet() {
  say('1. hello', 50);
  say('2. how are you', 20); // expect: timeout-order @7
}

greet();
