const EventEmitter = require('events');
const bus = new EventEmitter();
bus.on('tick', function first(count) {
  if (count > 1) return;
  bus.off('tick', first);
  follow();
});
function follow() {
  bus.on('tick', count => console.log('later', count));
}
bus.emit('tick', 1);
bus.emit('tick', 2);
