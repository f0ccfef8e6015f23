const EventEmitter = require('events');
const { pool } = require('./pool');
const bus = new EventEmitter();
bus.on('order', async order => { // expect: async-callback
  await pool.query('insert', order);
});
bus.emit('order', 1);
