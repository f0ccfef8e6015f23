// Whoever waits is told; nothing is computed for anybody.
const ready = Promise.resolve('a');
const waiting = [text => console.log(text), text => console.error(text)];
for (const tell of waiting) {
  ready.then(tell);
}
