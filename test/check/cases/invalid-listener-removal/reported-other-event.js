// rules: invalid-listener-removal
// Added to "message", removed from "messages".
const { EventEmitter } = require('node:events');

const inbox = new EventEmitter();
const show = text => console.log(text);

inbox.on('message', show);
inbox.emit('message', 'hello');
inbox.removeListener('messages', show); // expect: invalid-listener-removal
