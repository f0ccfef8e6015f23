const fs = require('fs'), path = require('path'), os = require('os');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'observe-')), at = (name) => path.join(folder, name), state = {};
fs.writeFile(at('a'), 'text', () => { state.a = 1;
  fs.readFile(at('a'), () => { state.b = 1; }); });
(async () => {
  await fs.promises.writeFile(at('b'), 'x'); state.c = 1;
  const handle = await fs.promises.open(at('b'), 'r+');
  await handle.write('more'); state.d = 1;
  await handle.close();
  await fs.promises.rename(at('b'), at('c'));
  fs.statSync(at('c'));
  fs.createReadStream(at('c')).on('data', () => { state.e = 1; }).on('close', () => {
    fs.readdirSync(folder); fs.mkdirSync(at('d')); fs.rmSync(folder, { recursive: true }); fs.existsSync(at('c')); console.log('done'); });
})();
// expect: some(every('FILE', { file: 'WRITE', path: /observe-[^/]*\/a$/, line: 3 })) && every('FILE', { file: 'WRITE', path: /a$/, line: 3 }).every((one) => one.task > 0)
// expect: completes(on(3, 'a')) > 0 && completes(on(4, 'b')) > 0 && inDifferentEvents(on(3, 'a'), on(4, 'b'))
// expect: every('FILE', { task: completes(on(3, 'a')), path: /\/a$/ }).length === (major >= 26 ? 2 : 1) && one(every('FILE', { file: 'CREATE', path: /\/b$/ }))
// expect: every('FILE', { task: completes(on(4, 'b')), file: 'READ', path: /\/a$/ }).length === 1
// expect: some(every('FILE', { file: 'WRITE', path: /\/b$/, line: 6 })) && some(every('FILE', { file: 'OPEN', path: /\/b$/, line: 7 }))
// expect: some(every('FILE', { file: 'WRITE', path: /\/b$/, line: 8 })) && some(every('FILE', { file: 'CLOSE', path: /\/b$/, line: 9 }))
// expect: one(every('FILE', { file: 'RENAME_FROM', path: /\/b$/ })) && one(every('FILE', { file: 'RENAME_TO', path: /\/c$/ }))
// expect: one(every('FILE', { file: 'STAT', path: /\/c$/, task: 0, line: 11 }))
// expect: some(every('FILE', { file: 'OPEN', path: /\/c$/ })) && some(every('FILE', { file: 'READ', path: /\/c$/ })) && some(on(12, 'e'))
// expect: some(every('FILE', { file: 'LIST', task: 0 })) && some(every('FILE', { file: 'CREATE', path: /\/d$/ })) && some(every('FILE', { file: 'DELETE' }))
// expect: none(every('FILE', { path: /files\.js$/ }))
// expect: every('START', { key: /^fs\..*done$/ }).length >= (major >= 26 ? 6 : 10)
