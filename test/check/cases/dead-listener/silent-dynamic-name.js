// The name of the emitted event is computed.
const { EventEmitter } = require('node:events');

const router = new EventEmitter();
router.on('start', () => console.log('start'));
router.on('stop', () => console.log('stop'));
router.emit(process.argv[2]);
