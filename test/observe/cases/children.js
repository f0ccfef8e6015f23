const { fork, execFileSync } = require('child_process');
const state = {};
if (process.argv[2] === 'short') {
  require('fs').writeFileSync(process.argv[3], 'y');
} else if (process.argv[2]) {
  process.once('message', (text) => { state.child = text; require('fs').writeFileSync(process.argv[2], 'x'); process.send('back'); process.once('message', () => process.disconnect()); });
} else {
  const file = require('path').join(require('os').tmpdir(), `observe-child-${process.pid}`);
  setTimeout(() => {
    const child = fork(__filename, [file]);
    child.send('go');
    child.on('message', (text) => { state.back = text; child.send('end'); }).on('exit', (code) => { state.ended = code;
      execFileSync(process.execPath, [__filename, 'short', file]);
      require('fs').unlinkSync(file); console.log(code, state.back); });
  }, 2);
}
// expect: threads.length === 3 && some(every('ACCESS', { name: 'child' }, child('1.1')))
// expect: one(every('SEND', { message: 'process 1.1' })) && one(every('MAIN', { message: 'process 1.1' }, child('1.1')))
// expect: one(every('REAP', { process: '1.1' })) && every('REAP')[0].now === on(12, 'ended')[0].now
// expect: some(every('FILE', { file: 'WRITE', path: /observe-child/ }, child('1.1')))
// expect: one(every('SEND', { message: 'ipc 1.1 down 1' })) && one(every('RECEIVE', { message: 'ipc 1.1 down 1' }, child('1.1')))
// expect: one(every('SEND', { message: 'ipc 1.1 up 1' }, child('1.1'))) && before(every('RECEIVE', { message: 'ipc 1.1 up 1' }), on(12, 'back'))
// expect: before(every('SEND', { message: 'process 1.2' }), every('REAP', { process: '1.2' })) && before(every('REAP', { process: '1.2' }), every('FILE', { file: 'DELETE' }))
// expect: one(every('MAIN', { message: 'process 1.2' }, child('1.2'))) && some(every('FILE', { file: 'WRITE', task: 0, path: /observe-child/ }, child('1.2')))
