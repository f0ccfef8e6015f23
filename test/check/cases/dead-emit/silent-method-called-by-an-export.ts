import { EventEmitter } from 'events';

class Orders extends EventEmitter {
  publish(order: number): void {
    this.emit('order', order);
    if (order > 100) this.emit('audit', order);
  }
}

const orders = new Orders();
orders.on('order', order => console.log(order));

export function close(id: number): void {
  orders.publish(id);
}
export function audit(listener: (order: number) => void): void {
  orders.on('audit', listener);
}
