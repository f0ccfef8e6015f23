'use strict';
// Two files go through gzip and back at the same time, in small pieces, against back-pressure. Reading, packing (in the worker
// pool) and writing of a file are ordered by the stream, and `pipeline` is done when the last byte was written and the file is
// closed; the two copies share nothing.
const fs = require('fs');
const { pipeline } = require('stream/promises');
const zlib = require('zlib');
const { folder, fail } = require('../rig');

const dir = folder();
const small = { highWaterMark: 4096 };
async function copy(name) {
  const text = Array.from({ length: 3000 }, (_, i) => `${name} ${i}`).join();
  fs.writeFileSync(`${dir}/${name}`, text);
  await pipeline(fs.createReadStream(`${dir}/${name}`, small), zlib.createGzip(small), fs.createWriteStream(`${dir}/${name}.gz`, small));
  await pipeline(fs.createReadStream(`${dir}/${name}.gz`, small), zlib.createGunzip(small), fs.createWriteStream(`${dir}/${name}.out`, small));
  if (fs.readFileSync(`${dir}/${name}.out`, 'utf8') !== text) fail(`${name} came back changed`);
}
Promise.all([copy('a'), copy('b')]).catch(error => fail(error.message));
