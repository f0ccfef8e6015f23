// rules: dead-listener
// Listens for "ready", emits "raedy".
const { EventEmitter } = require('node:events');

const app = new EventEmitter();
app.on('ready', () => console.log('go')); // expect: dead-listener
app.emit('raedy');
