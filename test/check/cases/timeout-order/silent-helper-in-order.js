// In the order of their delays, in a loop, or behind each other.
function say(text, ms) {
  setTimeout(() => console.log(text), ms);
}

say('1. hello', 20);
say('2. how are you', 50);
for (const ms of [300, 200]) say('in the loop', ms);
say('3. thanks', 1000);
