'use strict';
// The language server, spoken to by VS Code's own protocol library over standard input and output, and by nobody's.
const assert = require('node:assert');
const { spawn, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const rpc = require('vscode-jsonrpc/node');
const lsp = require('vscode-languageserver-protocol');
const { check, folder, program, summary, test } = require('./harness');

const FORK = 'const p = new Promise(resolve => {\n  resolve(1);\n});\np.then(v => v + 1);\np.then(v => console.log(v));\n';
const PATIENCE_MS = 20000;
const uriOf = (...parts) => pathToFileURL(path.join(...parts)).href;

const tests = [];
const later = (name, body) => tests.push({ name, body });

// A client in one folder. Diagnostics are kept as they come; told(uri, version) waits for those of a version.
async function connect(place, capabilities = { textDocument: { publishDiagnostics: { relatedInformation: true } } }) {
  const child = spawn(program, ['lsp', '--stdio'], { cwd: place });
  let stderr = '';
  child.stderr.on('data', data => { stderr += data; });
  const ended = new Promise(resolve => child.on('exit', (code, signal) => resolve({ code, signal, stderr })));
  const connection = rpc.createMessageConnection(new rpc.StreamMessageReader(child.stdout), new rpc.StreamMessageWriter(child.stdin));
  const published = [], waiting = [], shown = [];
  connection.onNotification(lsp.PublishDiagnosticsNotification.type, params => {
    published.push(params);
    for (const look of [...waiting]) look();
  });
  connection.onNotification(lsp.ShowMessageNotification.type, params => shown.push(params.message));
  const registered = [];
  connection.onRequest(lsp.RegistrationRequest.type, params => { registered.push(...params.registrations); });
  connection.listen();
  const initialized = await connection.sendRequest(lsp.InitializeRequest.type, {
    processId: process.pid, rootUri: null, capabilities, workspaceFolders: [{ uri: uriOf(place), name: 'place' }],
  });
  await connection.sendNotification(lsp.InitializedNotification.type, {});
  const find = fits => new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no such diagnostics; last: ${String(JSON.stringify(published.at(-1))).slice(0, 400)} ${stderr}`)), PATIENCE_MS);
    const look = () => {
      const found = published.findLast(fits);
      if (!found) return;
      clearTimeout(timer);
      waiting.splice(waiting.indexOf(look), 1);
      resolve(found);
    };
    waiting.push(look);
    look();
  });
  return {
    child, connection, initialized, published, shown, registered, ended,
    told: (uri, version) => find(params => params.uri === uri && params.version === version),
    toldSo: (uri, fits) => find(params => params.uri === uri && fits(params)),
    open: (uri, text, version = 1) => connection.sendNotification(lsp.DidOpenTextDocumentNotification.type,
      { textDocument: { uri, languageId: 'javascript', version, text } }),
    change: (uri, version, ...contentChanges) => connection.sendNotification(lsp.DidChangeTextDocumentNotification.type,
      { textDocument: { uri, version }, contentChanges }),
    save: uri => connection.sendNotification(lsp.DidSaveTextDocumentNotification.type, { textDocument: { uri } }),
    close: uri => connection.sendNotification(lsp.DidCloseTextDocumentNotification.type, { textDocument: { uri } }),
    actions: (uri, diagnostics, more = {}) => connection.sendRequest(lsp.CodeActionRequest.type,
      { textDocument: { uri }, range: diagnostics[0].range, context: { diagnostics, ...more } }),
    async end() {
      await connection.sendRequest(lsp.ShutdownRequest.type);
      await connection.sendNotification(lsp.ExitNotification.type);
      const { code, signal, stderr: complaint } = await ended;
      connection.dispose();
      const said = complaint.replace(/^.*WARNING: ASan doesn't fully support makecontext.*\n/m, '');
      assert.deepEqual([code, signal, said], [0, null, '']);
    },
  };
}

const ruleLines = params => params.diagnostics.map(each => [each.code, each.range.start.line]);

// The edits of the protocol, by the library's own hands.
function edited(text, uri, edits) {
  const { TextDocument } = lsp;
  if (TextDocument && TextDocument.applyEdits) return TextDocument.applyEdits(TextDocument.create(uri, 'javascript', 0, text), edits);
  const lines = text.split(/(?<=\n)/);
  for (const edit of edits) {
    assert.deepEqual(edit.range.start, edit.range.end, 'an insertion');
    assert.equal(edit.range.start.character, 0);
    lines.splice(edit.range.start.line, 0, edit.newText);
  }
  return lines.join('');
}

later('findings of an open document, with what they are related to', async () => {
  const place = folder({ 'a.js': FORK });
  const client = await connect(place);
  const { capabilities, serverInfo } = client.initialized;
  assert.equal(serverInfo.name, 'interloper');
  assert.equal(capabilities.positionEncoding, 'utf-16');
  assert.equal(capabilities.textDocumentSync.change, lsp.TextDocumentSyncKind.Incremental);
  const uri = uriOf(place, 'a.js');
  await client.open(uri, FORK, 7);
  const { diagnostics } = await client.told(uri, 7);
  const { json } = check(['.'], { cwd: place });
  assert.deepEqual(diagnostics.map(each => [each.code, each.range.start.line + 1, each.range.start.character + 1]),
    json.findings.map(finding => [finding.rule, finding.line, finding.column]), 'the same as check');
  const fork = diagnostics.find(each => each.code === 'broken-promise');
  assert.equal(fork.source, 'interloper');
  assert.equal(fork.severity, lsp.DiagnosticSeverity.Warning);
  assert.deepEqual(fork.range.start, { line: 4, character: 0 });
  const related = fork.relatedInformation.map(each => [each.location.uri, each.location.range.start.line]);
  assert(related.some(([file, line]) => file === uri && line === 3), JSON.stringify(related));
  await client.end();
});

later('changes, whole and in part, count in UTF-16 units', async () => {
  const place = folder({ 'a.js': '' });
  const client = await connect(place);
  const uri = uriOf(place, 'a.js');
  await client.open(uri, '');
  assert.deepEqual((await client.told(uri, 1)).diagnostics, []);
  await client.change(uri, 2, { text: FORK });
  assert.deepEqual(ruleLines(await client.told(uri, 2)).filter(([rule]) => rule === 'broken-promise'), [['broken-promise', 4]]);
  // Before the fork: an emoji, an umlaut, and an edit right behind them on the same line.
  await client.change(uri, 3,
    { range: { start: { line: 4, character: 0 }, end: { line: 4, character: 0 } }, text: '"😀ä"; ' },
    { range: { start: { line: 4, character: 5 }, end: { line: 4, character: 6 } }, text: '; /* x */' });
  // The first edit made `"😀ä"; p.then…`: quote 1, emoji 2, umlaut 1, quote 1 = 5 units, then the semicolon that became `; /* x */`.
  const third = await client.told(uri, 3);
  assert.deepEqual(third.diagnostics.find(each => each.code === 'broken-promise').range.start, { line: 4, character: 15 });
  // A range over several lines, beyond the line's end and beyond the text's.
  await client.change(uri, 4, { range: { start: { line: 3, character: 99 }, end: { line: 99, character: 0 } }, text: '\r\n' });
  assert.deepEqual(ruleLines(await client.told(uri, 4)).filter(([rule]) => rule === 'broken-promise'), []);
  await client.change(uri, 5, { range: { start: { line: 4, character: 0 }, end: { line: 4, character: 0 } }, text: 'p.then(v => console.log(v));' });
  assert(ruleLines(await client.told(uri, 5)).some(([rule, line]) => rule === 'broken-promise' && line === 4));
  // Half a surrogate pair is text in JavaScript; what comes behind it must not shift.
  await client.change(uri, 6, { range: { start: { line: 4, character: 0 }, end: { line: 4, character: 0 } }, text: '"\ud800"; ' });
  const sixth = await client.told(uri, 6);
  assert.equal(sixth.diagnostics.find(each => each.code === 'broken-promise').range.start.character, 5);
  await client.end();
});

later('many small changes leave the text that the client has', async () => {
  const place = folder({ 'a.js': '' });
  const client = await connect(place);
  const uri = uriOf(place, 'a.js');
  let text = '', seed = 7;
  const random = below => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
  const pieces = ['ä', '😀', '\n', '\r\n', '\r', 'x', '', '日本', '\t'];
  const offsetOf = at => { // of the protocol's position, in JavaScript's own units
    const starts = [0];
    for (const match of text.matchAll(/\r\n|\r|\n/g)) starts.push(match.index + match[0].length);
    return { line: starts.findLastIndex(start => start <= at), character: at - starts[starts.findLastIndex(start => start <= at)] };
  };
  const isInside = at => /[\ud800-\udbff]/.test(text[at - 1] || '') || (text[at - 1] === '\r' && text[at] === '\n');
  await client.open(uri, text);
  for (let version = 2; version < 300; version++) {
    let from = random(text.length + 1), to = Math.min(text.length, from + random(4));
    while (isInside(from)) from--;
    while (isInside(to)) to++;
    const piece = pieces[random(pieces.length)];
    await client.change(uri, version, { range: { start: offsetOf(from), end: offsetOf(to) }, text: piece });
    text = text.slice(0, from) + piece + text.slice(to);
  }
  // What is there now is asked by its end: a syntax error appended behind it has the last position.
  const end = offsetOf(text.length);
  await client.change(uri, 300, { range: { start: { line: 0, character: 0 }, end }, text: `/*${text}*/ )` });
  text = `/*${text}*/ )`;
  const { diagnostics } = await client.told(uri, 300);
  assert.deepEqual(diagnostics.map(each => [each.code, each.range.start]), [['syntax-error', offsetOf(text.length - 1)]]);
  await client.end();
});

later('the open text counts, not the disk; another file sees it; the disk counts again when it is closed', async () => {
  const caller = 'const { load } = require("./b");\nfunction go() { load(); }\ngo();\n';
  const plain = 'exports.load = function () { return 1; };\n';
  const rejecting = 'exports.load = async function () { throw new Error("no"); };\n';
  const place = folder({ 'a.js': caller, 'b.js': plain });
  const client = await connect(place);
  const [a, b] = [uriOf(place, 'a.js'), uriOf(place, 'b.js')];
  await client.open(a, caller);
  assert.deepEqual((await client.told(a, 1)).diagnostics, []);
  await client.open(b, rejecting);
  const seen = await client.toldSo(a, params => params.diagnostics.length > 0);
  assert.deepEqual(ruleLines(seen), [['floating-promise', 1]]);
  const before = client.published.length;
  await client.close(b);
  await client.toldSo(b, params => params.diagnostics.length === 0 && params.version === undefined);
  await client.toldSo(a, params => client.published.indexOf(params) >= before && params.diagnostics.length === 0);
  fs.writeFileSync(path.join(place, 'b.js'), rejecting);
  const sofar = client.published.length;
  await client.save(a);
  await client.toldSo(a, params => client.published.indexOf(params) >= sofar && params.diagnostics.length === 1);
  await client.end();
});

later('the comment that silences: on a line of its own, indented like the line, and check obeys it', async () => {
  const inner = `function f(p) {\r\n\tp.then(v => v + 1);\r\n\tp.then(v => console.log(v));\r\n}\r\nf(Promise.resolve(1));\r\n`;
  for (const [name, text] of [['a.js', FORK], ['b.js', inner]]) {
    const place = folder({ [name]: text });
    const client = await connect(place, name === 'a.js' ? { workspace: { workspaceEdit: { documentChanges: true } } } : {});
    const uri = uriOf(place, name);
    await client.open(uri, text);
    const fork = (await client.told(uri, 1)).diagnostics.find(each => each.code === 'broken-promise');
    assert(fork, name);
    assert.equal(fork.relatedInformation, undefined, 'the client knows none');
    const [action, ...others] = await client.actions(uri, [fork]);
    assert.equal(others.length, 0);
    assert.equal(action.kind, 'quickfix');
    assert.deepEqual(action.diagnostics, [fork]);
    const edits = action.edit.changes ? action.edit.changes[uri] : action.edit.documentChanges[0].edits;
    if (name === 'a.js') assert.deepEqual(action.edit.documentChanges[0].textDocument, { uri, version: 1 });
    const better = edited(text, uri, edits);
    const indent = /^\s*/.exec(text.split(/\r?\n/)[fork.range.start.line])[0];
    assert(better.includes(`\n${indent}// interloper-ignore broken-promise${name === 'b.js' ? '\r\n' : '\n'}`), JSON.stringify(better));
    await client.change(uri, 2, { text: better });
    assert.deepEqual(ruleLines(await client.told(uri, 2)).filter(([rule]) => rule === 'broken-promise'), []);
    fs.writeFileSync(path.join(place, name), better);
    assert.equal(check(['--rule', 'broken-promise', '.'], { cwd: place }).json.suppressed, 1);
    assert.deepEqual(await client.actions(uri, [fork], { only: ['refactor'] }), []);
    assert.deepEqual(await client.actions(uri, [{ ...fork, source: 'eslint' }]), []);
    assert.deepEqual(await client.actions(uri, [{ ...fork, code: 'no-such-rule' }]), []);
    await client.end();
  }
});

later('the repair itself, for the text it was made for', async () => {
  const TEXT = 'const fs = require("fs").promises;\nexports.g = async x => {\n  try {\n    /* ä😀 */ return fs.readFile("x");\n  } catch {\n    return 1;\n  }\n};\n';
  const place = folder({ 'a.js': TEXT });
  const client = await connect(place);
  const uri = uriOf(place, 'a.js');
  await client.open(uri, TEXT, 3);
  const { diagnostics } = await client.told(uri, 3);
  assert.deepEqual(ruleLines({ diagnostics }), [['unawaited-return', 3]]);
  const actions = await client.actions(uri, diagnostics);
  assert.deepEqual(actions.map(action => action.title), ['Repair: return await ...', 'Silence unawaited-return on this line']);
  assert.equal(actions[0].isPreferred, true);
  const [edit] = actions[0].edit.changes[uri];
  const lines = TEXT.split('\n'), { line, character } = edit.range.start;
  lines[line] = lines[line].slice(0, character) + edit.newText + lines[line].slice(character);
  assert.equal(lines.join('\n'), TEXT.replace('return fs', 'return await fs'));
  await client.change(uri, 4, { text: lines.join('\n') });
  assert.deepEqual((await client.told(uri, 4)).diagnostics, []);
  const late = await client.actions(uri, diagnostics);
  assert.deepEqual(late.map(action => action.title), ['Silence unawaited-return on this line'], 'made for another text');
  await client.end();
});

later('no comment is offered where it would become text', async () => {
  const text = 'const p = Promise.resolve(1);\np.then(v => v + 1);\nconsole.log(`\n${p.then(v => console.log(v))} and\n${1}`);\n';
  const jsx = 'const x = <div>\n  text\n  {f()}\n</div>;\n';
  const place = folder({ 'a.js': text, 'b.jsx': jsx });
  const client = await connect(place);
  const at = (line, code = 'broken-promise') => ({ code, source: 'interloper', message: '', range: { start: { line, character: 0 }, end: { line, character: 1 } } });
  await client.open(uriOf(place, 'a.js'), text);
  await client.open(uriOf(place, 'b.jsx'), jsx);
  const offered = async (name, line) => (await client.actions(uriOf(place, name), [at(line)])).length;
  assert.deepEqual([await offered('a.js', 1), await offered('a.js', 3), await offered('a.js', 4)], [1, 0, 0]);
  assert.deepEqual([await offered('b.jsx', 0), await offered('b.jsx', 1), await offered('b.jsx', 2)], [1, 0, 0]);
  assert.equal(await offered('a.js', 99), 0);
  await client.end();
});

later('configuration: rules, ignored files, what is malformed is shown once and noticed when repaired', async () => {
  const place = folder({ 'interloper.json': '{"rules": {"broken-promise": "error"}, "ignore": ["skip/"]}', 'a.js': FORK, 'skip/b.js': FORK });
  const client = await connect(place, { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } });
  const [a, b] = [uriOf(place, 'a.js'), uriOf(place, 'skip/b.js')];
  await client.open(a, FORK);
  await client.open(b, FORK);
  assert.deepEqual((await client.told(b, 1)).diagnostics, []);
  const severities = params => params.diagnostics.filter(each => each.code === 'broken-promise').map(each => each.severity);
  await client.toldSo(a, params => severities(params)[0] === lsp.DiagnosticSeverity.Error);
  assert.deepEqual(client.registered.map(each => each.method), ['workspace/didChangeWatchedFiles']);
  const changed = () => client.connection.sendNotification(lsp.DidChangeWatchedFilesNotification.type, { changes: [] });
  fs.writeFileSync(path.join(place, 'interloper.json'), '{"rules": {"broken-promis": "error"}}');
  await changed();
  await client.toldSo(a, params => client.published.length > 2 && params.diagnostics.length === 0);
  await client.change(a, 2, { text: `${FORK}\n` });
  await client.told(a, 2);
  assert.equal(client.shown.length, 1, client.shown.join('\n'));
  assert.match(client.shown[0], /did you mean 'broken-promise'/);
  fs.writeFileSync(path.join(place, 'interloper.json'), '{"rules": {"broken-promise": "note"}}');
  await changed();
  await client.toldSo(a, params => severities(params)[0] === lsp.DiagnosticSeverity.Information);
  await client.end();
});

later('files outside of the folder, never saved, and of no machine', async () => {
  const place = folder({ 'x/a.js': 'x\n' }), elsewhere = folder({ 'with space é.js': FORK });
  const client = await connect(place);
  const has = async uri => ruleLines(await client.told(uri, 1)).some(([rule]) => rule === 'broken-promise');
  const uris = [uriOf(elsewhere, 'with space é.js'), uriOf(place, 'x/new.js'), 'untitled:Untitled-1', uriOf(place, 'new.json')];
  for (const uri of uris) await client.open(uri, FORK);
  assert.deepEqual(await Promise.all(uris.map(has)), [true, true, false, false]);
  await client.end();
});

later('the protocol: order of requests, unknown methods, cancels, exit', async () => {
  const place = folder({ 'a.js': FORK });
  const client = await connect(place);
  const failure = async (method, params) => {
    try {
      await client.connection.sendRequest(method, params);
    } catch (error) { return error.code; }
    return 0;
  };
  assert.equal(await failure('initialize', { capabilities: {} }), rpc.ErrorCodes.InvalidRequest);
  assert.equal(await failure('textDocument/hover', {}), rpc.ErrorCodes.MethodNotFound);
  assert.equal(await failure('textDocument/codeAction', [1]), rpc.ErrorCodes.InvalidParams);
  await client.connection.sendNotification('$/cancelRequest', { id: 12345 });
  await client.connection.sendNotification('$/unheardOf', { x: 1 });
  await client.change(uriOf(place, 'never-opened.js'), 2, { text: 'x' });
  await client.connection.sendRequest(lsp.ShutdownRequest.type);
  assert.equal(await failure('textDocument/codeAction', {}), rpc.ErrorCodes.InvalidRequest);
  await client.connection.sendNotification(lsp.ExitNotification.type);
  assert.equal((await client.ended).code, 0);
  client.connection.dispose();
});

const frame = body => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const answers = out => out.split(/Content-Length: \d+\r\n\r\n/).slice(1).map(body => JSON.parse(body));
function speak(...parts) {
  const result = spawnSync(program, ['lsp'], { input: Buffer.concat(parts.map(part => Buffer.from(part))), encoding: 'utf8', timeout: 60000 });
  assert.equal(result.signal, null, result.stderr);
  assert(!/Sanitizer|runtime error|BUG/.test(result.stderr), result.stderr.slice(0, 2000));
  return { code: result.status, err: result.stderr, out: answers(result.stdout) };
}

later('what is malformed is answered, or ends it with one line', async () => {
  const start = frame('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}');
  const codes = (...parts) => speak(...parts).out.map(message => message.error ? message.error.code : 'ok');
  assert.deepEqual(codes(frame('{"jsonrpc":"2.0","id":"x","method":"shutdown"}')), [-32002]);
  assert.deepEqual(codes(start, frame('{'), frame('[]'), frame('{"id":1}'), frame('{"id":{},"method":"x"}'), frame('7'), frame('')),
    ['ok', -32700, -32600, -32600, -32600, -32600, -32700]);
  assert.deepEqual(codes(start, frame('{"method":"x\xff"}'), Buffer.from([...Buffer.from('Content-Length: 3\r\n\r\n'), 0x22, 0xff, 0x22])), ['ok', -32700]);
  for (const params of ['null', '7', '[]', '{}', '{"textDocument":7}', '{"textDocument":{"uri":7}}', '{"textDocument":{"uri":"file:///x.js","text":[]}}'])
    for (const method of ['didOpen', 'didChange', 'didSave', 'didClose'])
      assert.deepEqual(codes(start, frame(`{"method":"textDocument/${method}","params":${params}}`)), ['ok'], `${method} ${params}`);
  assert.equal(speak('').code, 1, 'went away without a word');
  assert.equal(speak(start, frame('{"method":"exit"}')).code, 1);
  assert.equal(speak(start, 'Content-Length: 100\r\n\r\n{"half').code, 1);
  for (const bytes of ['GET / HTTP/1.1\r\nHost: x\r\n\r\n', 'Content-Length: x\r\n\r\n', 'Content-Length: 99999999999999999999\r\n\r\n', 'x'.repeat(9000)]) {
    const { code, err } = speak(bytes);
    assert.equal(code, 2, bytes.slice(0, 40));
    assert.equal(err.trim().split('\n').length, 1, err);
  }
  const words = spawnSync(program, ['lsp', 'src'], { input: '', encoding: 'utf8' });
  assert.equal(words.status, 2);
});

// A project of 50 thousand lines, each file importing another, so that they are one program; one function in ten is async.
function largeProject() {
  const files = {};
  const functions = i => Array.from({ length: 50 }, (_, k) => `
${k % 10 ? '' : 'async '}function step${k}(input) {
  const next = ${k % 10 ? 'table[input' : 'await other.load(input'} + ${k}${k % 10 ? ']' : ')'};
  if (!next) return null;
  const list = [];
  for (const item of next) {
    list.push(item.value * ${i});
  }
  return list;
}`).join('\n');
  for (let i = 0; i < 100; i++)
    files[`m${i % 10}/f${i}.js`] = `'use strict';\nconst other = require('../m${(i + 1) % 10}/f${(i + 1) % 100}');\nconst table = {};\n${functions(i)}\nexports.load = step0;\n`;
  return files;
}

// Milliseconds of CPU time that a process has taken: on a busy machine the clock on the wall tells of the others.
function cpuTime(pid) {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

later('in a project of 50 thousand lines the answer comes soon', async () => {
  const files = largeProject();
  const place = folder(files);
  const lines = Object.values(files).reduce((sum, text) => sum + text.split('\n').length - 1, 0);
  assert(lines >= 50000, `${lines}`);
  const client = await connect(place);
  const uri = uriOf(place, 'm0/f0.js');
  await client.open(uri, files['m0/f0.js']);
  await client.told(uri, 1);
  const took = [], before = cpuTime(client.child.pid), count = 20;
  for (let version = 2; version < 2 + count; version++) {
    const started = process.hrtime.bigint();
    await client.change(uri, version, { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: ' ' });
    await client.told(uri, version);
    took.push(Number(process.hrtime.bigint() - started) / 1e6);
  }
  const cpu = (cpuTime(client.child.pid) - before) / count;
  took.sort((x, y) => x - y);
  console.log(`lsp: ${lines} lines in 100 files, from change to diagnostics: ${cpu.toFixed(0)} ms of CPU time, ` +
    `${took[0].toFixed(0)} to ${took.at(-1).toFixed(0)} ms, median ${took[count / 2].toFixed(0)} ms`);
  if (!program.includes('sanitize')) assert(cpu < 400, 'far more than it ever took');
  await client.end();
});

(async () => {
  for (const { name, body } of tests) {
    let failure = null;
    try {
      await body();
    } catch (error) { failure = error; }
    test(name, () => { if (failure) throw failure; });
  }
  summary();
  process.exit();
})();
