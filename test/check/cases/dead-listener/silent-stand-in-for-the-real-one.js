// The emitter may be the real `process`: what we see is a mock.
const EventEmitter = require('events');
let proc;
function capture(outer) {
  proc = outer;
  proc.on('SIGINT', () => console.log('interrupted'));
  proc.on('SIGTERM', () => console.log('terminated'));
  if (proc.stdin) proc.stdin.on('data', () => proc.emit('SIGINT'));
}
module.exports = options => capture(options.process || process);
class MockProcess extends EventEmitter {}
module.exports({ process: new MockProcess() });
