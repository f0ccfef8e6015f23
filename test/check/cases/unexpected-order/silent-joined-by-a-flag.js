// rules: unexpected-order
const fs = require('fs');
let isFirstThere = false, isSecondThere = false, first, second;
const show = () => setImmediate(() => console.log(first.length + second.length));
fs.readFile('a', (error, text) => { first = text; isFirstThere = true; if (isSecondThere) show(); });
fs.readFile('b', (error, text) => { second = text; isSecondThere = true; if (isFirstThere) show(); });
