// before: 1 never reached
// after: 1 the rest is done
const { spawnSync } = require('child_process');
if (process.argv[2]) {
  Promise.resolve('{').then(text => {
    if (!text.endsWith('}')) throw new Error('cut off');
  });
  setTimeout(() => console.log('the rest is done'), 50);
} else {
  const { status, stdout } = spawnSync(process.execPath, [__filename, 'again'], { encoding: 'utf8' });
  console.log(status, stdout.trim() || 'never reached');
}
