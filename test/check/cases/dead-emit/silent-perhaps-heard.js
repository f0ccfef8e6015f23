const EventEmitter = require('events');
const bus = new EventEmitter();
if (process.argv.includes('--verbose')) bus.on('detail', text => console.log(text));
bus.on('step', step => console.log(step));
bus.emit('step', 1);
if (process.env.DETAIL) bus.emit('detail', 'one step');
