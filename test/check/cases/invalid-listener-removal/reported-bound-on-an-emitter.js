class Client {
  constructor(bus) {
    this.bus = bus;
    bus.on('tick', this.tick.bind(this));
  }
  stop() { this.bus.off('tick', this.tick); } // expect: invalid-listener-removal @4
  tick() { this.ticks++; }
}
module.exports = Client;
