// What was added is the arrow function around it.
const onKey = event => console.log(event.key);

exports.start = () => document.addEventListener('keydown', event => onKey(event));
exports.stop = () => document.removeEventListener('keydown', onKey); // expect: invalid-listener-removal
