'use strict';

// node unit.js: the scripts that live inside pages, piece by piece, in Chromium. Prints what is wrong; exit 1 if anything is.
//
// test/web/unit/inject/*.js stand behind the files of src/web/inject, in the function that these are joined to, and
// test/web/unit/page/*.js behind those of src/web/page: a test sees all that they see. What a test file uses:
//   test('name', () => …)    async where it likes; `body(html)` fills the page before it
//   equal(got, wanted)       compared as JSON
const { spawn } = require('node:child_process');
const { mkdtempSync, readdirSync, readFileSync, rmSync } = require('node:fs');
const { createServer } = require('node:http');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const root = join(__dirname, '../..');
const read = (...path) => readFileSync(join(root, ...path), 'utf8');
const listed = (folder) => readdirSync(join(root, folder)).filter((name) => name.endsWith('.js')).sort();

// The tables of wire.h, as script_constants() writes them.
function constants() {
  const header = read('src/web/wire.h').replace(/\/\*[^]*?\*\//g, '').replace(/\\\n/g, ' ');
  const rows = (table) => new RegExp(`#define ${table}\\(X\\)(.*)`).exec(header)[1];
  const names = (table) => [...rows(table).matchAll(/X\((\w+)/g)].map(([, name]) => name);
  const numbers = (table) => JSON.stringify(Object.fromEntries(names(table).map((name, i) => [name, i])));
  const kindNames = [...rows('WEB_KINDS').matchAll(/"(\w+)"/g)].map(([, name]) => name);
  return `const KIND = ${numbers('WEB_KINDS')}, REST = ${numbers('WEB_RESTS')}, WHY = ${numbers('WEB_REASONS')};
    const kindNames = ${JSON.stringify(kindNames)};
    const LIBRARY_MARK = ${/#define WEB_LIBRARY_MARK (.*)/.exec(header)[1]};`;
}

const harness = `
  const failures = [], cases = [];
  const test = (name, run) => cases.push([name, run]);
  const equal = (got, wanted) => {
    if (JSON.stringify(got) !== JSON.stringify(wanted)) throw new Error('got ' + JSON.stringify(got) + ', expected ' + JSON.stringify(wanted));
  };
  const body = (html) => void (document.body.innerHTML = html);`;
const ending = `
  return (async () => {
    for (const [name, run] of cases)
      try { await run(); } catch (error) { failures.push(name + ': ' + error.message); }
    return { count: cases.length, failures };
  })();`;

// Each test file has a page of its own: the script is made for one.
const result = { events: [], tests: [], graphs: [], pictures: [], warnings: [], url: 'http://localhost:1/app/', phase1_ms: 0, phase2_ms: 0, viewport: [1280, 720] };
const rooms = {
  inject: (tests) =>
    `(function () { 'use strict'; const indexFile = 'index.html', mappedFiles = [], ownWord = 'interloper'; ${constants()}
      ${listed('src/web/inject').map((name) => read('src/web/inject', name)).join('\n')}
      return (() => { ${harness} ${tests} ${ending} })(); })()\n//# sourceURL=interloper:page`,
  page: (tests) =>
    `(function () { 'use strict';
      document.body.innerHTML = '<div id="report"></div><script type="application/json" id="result">' +
        ${JSON.stringify(JSON.stringify(result))} + '</' + 'script>';
      ${['dom', 'words', 'viewer', 'sequence', 'graph', 'detail', 'overview', 'main'].map((name) => read(`src/web/page/${name}.js`)).join('\n')}
      return (() => { ${harness} ${tests} ${ending} })(); })()`,
};

const profile = mkdtempSync(join(tmpdir(), 'interloper-unit-'));
const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--remote-debugging-pipe', `--user-data-dir=${profile}`];
const browser = spawn(process.env.INTERLOPER_BROWSER || 'chromium', flags, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
const waiting = new Map();
let rest = '';
let last = 0;

function call(method, params = {}, sessionId = undefined) {
  const id = ++last;
  browser.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
  return new Promise((done) => waiting.set(id, done));
}
browser.stdio[4].on('data', (bytes) => {
  const messages = (rest + bytes).split('\0');
  rest = messages.pop();
  for (const { id, result: answer, error } of messages.map((text) => JSON.parse(text))) if (id) waiting.get(id)(answer || error);
});

async function run(url, room, name) {
  const { targetId } = await call('Target.createTarget', { url });
  const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true });
  const ask = (expression) => call('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }, sessionId);
  while ((await ask('document.readyState + location.pathname')).result.value !== 'complete/page.html') await null;
  const { result: answer, exceptionDetails } = await ask(rooms[room](read('test/web/unit', room, name)));
  await call('Target.closeTarget', { targetId });
  return exceptionDetails ? { count: 0, failures: [exceptionDetails.exception.description] } : answer.value;
}

async function main() {
  const server = createServer((request, response) => response.setHeader('content-type', 'text/html').end('<!doctype html><title>unit</title><body>'));
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${server.address().port}/page.html`;
  let failed = 0;
  for (const room of Object.keys(rooms))
    for (const name of listed(`test/web/unit/${room}`)) {
      const { count, failures } = await run(url, room, name);
      failed += failures.length || (count ? 0 : 1);
      if (!count) console.log(`${room}/${name}: no test ran`);
      for (const line of failures) console.log(`${room}/${name}: ${line}`);
    }
  server.close();
  return failed;
}

const late = setTimeout(() => {
  console.log('took more than 60 seconds');
  browser.kill('SIGKILL');
}, 60000);
browser.on('error', (error) => console.log(error.message));
main().then(async (failed) => {
  const gone = new Promise((done) => browser.on('exit', done));
  call('Browser.close');
  await gone;
  clearTimeout(late);
  for (let tries = 0; tries < 50; tries++)
    try {
      rmSync(profile, { recursive: true, force: true });
      break;
    } catch {
      await new Promise((done) => setTimeout(done, 100)); // helpers of the browser may still write into it
    }
  process.exit(failed ? 1 : 0);
});
