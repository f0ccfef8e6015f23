// rules: unawaited-return
// The promise knows nothing of what the finally ends.
const { spawn } = require('child_process');
const { Manager } = require('./manager');
exports.run = async id => {
  const manager = new Manager(id);
  try {
    await manager.prepare();
    const child = spawn('launch', [id]);
    return new Promise((resolve, reject) => { // expect: unawaited-return note
      child.on('close', resolve);
      child.on('error', reject);
    });
  } finally {
    manager.end();
  }
};
