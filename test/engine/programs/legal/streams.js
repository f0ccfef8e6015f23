'use strict';
// Streams with backpressure: sources, transforms, compression and files in pipelines side by side.
// Every byte must arrive in order, whatever the order in which the pipelines get on.
const assert = require('assert');
const crypto = require('crypto');
const fs = require('fs');
const path = require('path');
const zlib = require('zlib');
const { Readable, Transform, Writable } = require('stream');
const { pipeline } = require('stream/promises');
const { guard, main, pause, scratch } = require('../support');

const digest = buffer => crypto.createHash('sha256').update(buffer).digest('hex');

const payload = (name, size) => {
  const line = Buffer.from(`${name} `);
  return Buffer.alloc(size, line);
};

// Hands its buffer out in small pieces, some at once, some after a timer or an immediate.
const source = buffer => {
  let at = 0;
  return new Readable({
    highWaterMark: 512,
    read() {
      const piece = buffer.subarray(at, (at += 700));
      const give = () => this.push(piece.length ? piece : null);
      if (at % 2100 === 0) setTimeout(give, 1 + (at % 5));
      else if (at % 1400 === 0) setImmediate(give);
      else give();
    },
  });
};

// Takes one piece at a time and is slow about it.
const sink = parts =>
  new Writable({
    highWaterMark: 256,
    write(part, _, done) {
      parts.push(part);
      if (parts.length % 3) done();
      else setTimeout(done, 1);
    },
  });

const echo = () =>
  new Transform({
    highWaterMark: 300,
    transform(part, _, done) {
      setImmediate(done, null, part);
    },
  });

async function throughMemory(name) {
  const sent = payload(name, 15000);
  const parts = [];
  await pipeline(source(sent), zlib.createGzip(), zlib.createGunzip(), echo(), sink(parts));
  assert.strictEqual(digest(Buffer.concat(parts)), digest(sent));
}

async function throughFiles(folder, name) {
  const sent = payload(name, 60000);
  const [plain, packed, back] = ['plain', 'gz', 'back'].map(end =>
    path.join(folder, `${name}.${end}`),
  );
  await pipeline(source(sent.subarray(0, 9100)), fs.createWriteStream(plain));
  await guard(10000, 'append', fs.promises.appendFile(plain, sent.subarray(9100)));
  await pipeline(
    fs.createReadStream(plain, { highWaterMark: 4096 }),
    zlib.createGzip(),
    fs.createWriteStream(packed, { highWaterMark: 1024 }),
  );
  await pipeline(fs.createReadStream(packed), zlib.createGunzip(), fs.createWriteStream(back));
  assert.strictEqual(digest(fs.readFileSync(back)), digest(sent));
}

async function abandoned() {
  const controller = new AbortController();
  const endless = new Readable({ read() {} });
  const parts = [];
  const result = pipeline(endless, sink(parts), { signal: controller.signal });
  endless.push('never complete');
  await pause(2);
  controller.abort();
  await assert.rejects(result, { name: 'AbortError' });
  assert.ok(endless.destroyed);
}

main(async () => {
  const folder = scratch();
  const jobs = [];
  for (let i = 0; i < 4; i++) {
    jobs.push(guard(600000, `memory ${i}`, throughMemory(`memory ${i}`)));
    jobs.push(guard(600000, `files ${i}`, throughFiles(folder, `files-${i}`)));
  }
  jobs.push(guard(10000, 'abandoned', abandoned()));
  await Promise.all(jobs);
});
