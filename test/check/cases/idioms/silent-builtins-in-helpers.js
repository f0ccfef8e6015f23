// Methods of the language that no rule cares about: none of them is missing, so nothing here throws.
const port = text => {
  const number = Number.parseInt(text, 10);
  return Number.isInteger(number) && Number.isFinite(number) ? number : Date.UTC(2020, 1);
};
async function read(text) {
  const words = text.match(/\w+/g) || [];
  return words.flatMap(word => [word, word.at(0)]).concat(String.fromCharCode(65), (5).toLocaleString());
}
const kinds = [{}, [], () => 0].map(value => value.constructor.name);
async function blink(times) {
  if (!Number.isSafeInteger(times)) return 0;
  return times;
}
blink(3);
const ready = Promise.resolve(port('80'));
setTimeout(() => ready.then(value => console.log(value, kinds)), 10);
read('a b').then(list => console.log(list));
