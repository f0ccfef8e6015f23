const EventEmitter = require('events');
const { pool } = require('./pool');
const bus = new EventEmitter();
bus.on('order', async order => {
  try {
    await pool.query('insert', order);
  } catch (error) {
    console.error(error);
  }
});
bus.on('order', async order => {
  await new Promise(resolve => setTimeout(resolve, 10));
  console.log(order);
});
bus.emit('order', 1);
