'use strict';
console.log(globalThis.preloaded, process.env.NODE_OPTIONS, process.execArgv, Object.keys(require.cache).map((file) => file.slice(__dirname.length)));
setTimeout(() => console.log('later'), 40);
