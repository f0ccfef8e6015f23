// rules: duplicate-listener
// The loop adds the same listener three times.
const { EventEmitter } = require('node:events');

const shop = new EventEmitter();
const audit = order => console.log('audit', order);

for (const region of ['north', 'south', 'west']) {
  console.log(region);
  shop.on('order', audit); // expect: duplicate-listener
}
shop.emit('order', 17);
