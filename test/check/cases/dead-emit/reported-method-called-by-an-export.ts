import { EventEmitter } from 'events';

class Orders extends EventEmitter {
  publish(order: number): void {
    this.emit('order', order);
    this.emit('audit', order); // expect: dead-emit
  }
}

const orders = new Orders();
orders.on('order', order => console.log(order));

export function close(id: number): void {
  orders.publish(id);
}
