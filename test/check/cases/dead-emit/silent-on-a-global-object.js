// rules: dead-emit
// The project's own file, loaded by a path that we do not know, may listen.
const EventEmitter = require('events');
const path = require('path');
global.tool = {};
tool.events = new EventEmitter();
require(path.join(process.cwd(), 'tool.config.js'));
tool.events.on('route', () => console.log('changed'));
tool.events.emit('route');
tool.events.emit('config', []);
