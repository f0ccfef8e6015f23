// rules: duplicate-listener
// addListener is on.
const { EventEmitter } = require('node:events');

const shop = new EventEmitter();
function bill(order) {
  console.log('bill', order);
}

shop.addListener('order', bill);
shop.on('order', bill); // expect: duplicate-listener
shop.emit('order', 17);
