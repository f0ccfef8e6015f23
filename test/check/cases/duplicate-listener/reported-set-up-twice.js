// rules: duplicate-listener
// The set-up function is called again.
const { EventEmitter } = require('node:events');

const shop = new EventEmitter();
const bill = order => console.log('bill', order);

function setUp() {
  shop.on('order', bill); // expect: duplicate-listener
}

setUp();
shop.emit('order', 1);
setUp();
shop.emit('order', 2);
