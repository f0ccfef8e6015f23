// What stands behind an await is reached although only the outside can settle it.
const http = require('http');
const fs = require('fs');
const { EventEmitter, once } = require('events');
const bus = new EventEmitter();
const onTick = () => console.log('tick');
const stat = path => new Promise((resolve, reject) => fs.stat(path, (error, found) => (error ? reject(error) : resolve(found))));

async function main() {
  const slow = new Promise(resolve => setTimeout(() => resolve(5), 10));
  const later = new Promise(resolve => setTimeout(() => resolve(6), 10));
  const server = http.createServer();
  await new Promise(resolve => server.listen(0, resolve));
  console.log(await slow);
  await once(server, 'request');
  await stat('/tmp');
  await Promise.all(['a', 'b'].map(async name => stat(name)));
  bus.on('tick', onTick);
  console.log(await later);
}
main().catch(console.error);
setInterval(() => bus.emit('tick'), 10);
setTimeout(() => { bus.off('tick', onTick); process.exit(); }, 100);
