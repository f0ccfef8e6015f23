const { fork, execFile } = require('child_process');
const state = {};
if (process.argv[2]) {
  setTimeout(() => { state.child = 1; require('fs').writeFileSync(process.argv[2], 'x'); }, 2);
} else {
  const file = require('path').join(require('os').tmpdir(), `observe-child-${process.pid}`);
  setTimeout(() => fork(__filename, [file]).on('exit', (code) => { state.ended = code;
    require('fs').unlinkSync(file); console.log(code); }), 2);
}
// expect: threads.length === 2 && some(every('ACCESS', { name: 'child' }, child('1.1')))
// expect: one(every('SEND', { message: 'process 1.1' })) && one(every('MAIN', { message: 'process 1.1' }, child('1.1')))
// expect: one(every('REAP', { process: '1.1' })) && every('REAP')[0].now === on(7, 'ended')[0].now
// expect: some(every('FILE', { file: 'WRITE', path: /observe-child/ }, child('1.1')))
