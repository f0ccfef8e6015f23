// Another function is added behind it: in no round there is anything to remove.
const EventEmitter = require('events');
const bus = new EventEmitter();
const heard = () => console.log('heard');
const other = () => console.log('other');
const round = () => {
  bus.off('tick', other); // expect: invalid-listener-removal
  bus.on('tick', heard);
  bus.emit('tick');
};
round();
