const EventEmitter = require('events');

exports.subscribe = args => {
  const subscription = args.service.open();
  subscription.on('data', data => console.log(data));
  subscription.on('status', status => console.log(status));
};

function stub() {
  const emitter = new EventEmitter();
  process.nextTick(() => emitter.emit('data', 1));
  return emitter;
}
exports.subscribe({ service: { open: stub } });
