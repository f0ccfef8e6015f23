// The one that once adds is there for good, and adds more.
const { EventEmitter } = require('events');
const session = new EventEmitter();
session.once('login', () => {
  session.on('login', () => {
    session.on('login', user => console.log(user)); // expect: listener-in-listener
  });
});
session.emit('login', 'ann');
session.emit('login', 'bob');
session.emit('login', 'cy');
