// The outer listener is called once, so it adds one listener.
const { EventEmitter } = require('events');
const session = new EventEmitter();
session.once('login', () => session.on('login', user => console.log('again', user)));
session.prependOnceListener('logout', () => session.on('logout', () => console.log('again')));
session.emit('login', 'ann');
session.emit('login', 'bob');
session.emit('logout');
session.emit('logout');

const target = new EventTarget();
target.addEventListener('open', () => {
  target.addEventListener('open', () => console.log('again'));
}, { once: true });
target.dispatchEvent(new Event('open'));
target.dispatchEvent(new Event('open'));
