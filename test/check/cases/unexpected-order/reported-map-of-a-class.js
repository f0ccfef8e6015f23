// rules: unexpected-order
class Lobby {
  constructor() {
    this.players = new Map();
    this.greeters = new Map();
  }
  join(name) {
    setImmediate(() => {
      this.players.set(name, { title: 'Sir ' + name });
      this.greeters.set(name, title => console.log('welcome', title));
    });
  }
  greet(name) {
    const { title } = this.players.get(name); // expect: unexpected-order
    return title;
  }
  call(name) {
    this.greeters.get(name)('all'); // expect: unexpected-order
  }
}

const lobby = new Lobby();
lobby.join('ann');
try {
  lobby.greet('ann');
} catch {}
lobby.call('ann');
