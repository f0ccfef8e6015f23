'use strict';
// A connection pool over TCP: few connections, many queries, idle ones retired by a timer, and a
// server that hangs up after some answers. A query whose connection ended before its answer is
// asked again, so that none is lost and none is answered twice.
const assert = require('assert');
const net = require('net');
const { guard, listen, main, pause } = require('../support');

const ANSWERS_A_CONNECTION = 7;

const server = net.createServer(socket => {
  let answered = 0;
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('error', () => {}); // the client may hang up on us at any time
  socket.on('data', text => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const last = ++answered === ANSWERS_A_CONNECTION;
      setTimeout(() => socket.writable && socket[last ? 'end' : 'write'](`${line}!\n`), 1);
      if (last) return;
    }
  });
});

class Connection {
  constructor(port) {
    this.open = true;
    this.rest = '';
    this.socket = net.connect(port, '127.0.0.1');
    this.socket.setEncoding('utf8');
    this.socket.on('data', text => this.onData(text));
    this.socket.on('error', () => {});
    this.socket.on('end', () => (this.open = false));
    this.socket.on('close', () => {
      this.open = false;
      this.settle(null);
    });
  }

  onData(text) {
    this.rest += text;
    if (!this.rest.endsWith('\n')) return;
    const answer = this.rest.slice(0, -1);
    this.rest = '';
    this.settle(answer);
  }

  settle(answer) {
    const { waiting } = this;
    this.waiting = null;
    if (waiting) waiting(answer);
  }

  // The answer, or null where the connection ended first.
  ask(question) {
    return new Promise(resolve => {
      this.waiting = resolve;
      this.socket.write(`${question}\n`);
    });
  }

  end() {
    this.open = false;
    this.socket.destroy();
  }
}

class Pool {
  constructor(port, most) {
    Object.assign(this, { port, most, used: 0, idle: [], queue: [] });
  }

  acquire() {
    for (let entry; (entry = this.idle.pop()); ) {
      clearTimeout(entry.timer);
      if (entry.connection.open) return Promise.resolve(this.take(entry.connection));
    }
    if (this.used < this.most) return Promise.resolve(this.take(new Connection(this.port)));
    return new Promise(resolve => this.queue.push(resolve));
  }

  take(connection) {
    this.used++;
    assert.ok(this.used <= this.most);
    return connection;
  }

  release(connection) {
    this.used--;
    const next = this.queue.shift();
    if (next) {
      next(this.take(connection.open ? connection : new Connection(this.port)));
    } else if (connection.open) {
      const entry = { connection };
      entry.timer = setTimeout(() => {
        this.idle.splice(this.idle.indexOf(entry), 1);
        connection.end();
      }, 3);
      this.idle.push(entry);
    }
  }

  async query(question) {
    for (;;) {
      const connection = await guard(600000, 'acquire', this.acquire());
      const answer = await guard(10000, 'answer', connection.ask(question));
      this.release(connection);
      if (answer !== null) return answer;
    }
  }

  end() {
    for (const { connection, timer } of this.idle.splice(0)) {
      clearTimeout(timer);
      connection.end();
    }
  }
}

main(async () => {
  const pool = new Pool(await listen(server), 4);
  const answers = [];
  for (let round = 0; round < 3; round++) {
    const asked = Array.from({ length: 20 }, (_, i) => pool.query(`${round}.${i}`));
    answers.push(...(await Promise.all(asked)));
    await pause(round * 3); // long enough, or not, for idle connections to be retired
  }
  assert.deepStrictEqual(
    answers,
    Array.from({ length: 60 }, (_, i) => `${Math.floor(i / 20)}.${i % 20}!`),
  );
  assert.strictEqual(pool.used, 0);
  pool.end();
  await guard(10000, 'close', new Promise(resolve => server.close(resolve)));
});
