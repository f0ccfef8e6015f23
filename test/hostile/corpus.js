// Hostile names and values, and files made of them. node corpus.js WHAT FOLDER, where WHAT is
//   sources   JavaScript whose strings, names and paths are hostile      page   a page that is, and that races
//   print     the values, one a line, on standard output                   words  the values without NUL, each ended by one
//   patched   a page that races and replaces all that is built in, or
//             runs the script that follows                                opened  what an editor says to `interloper lsp`
//   given     files for the options of `interloper web`
//   schedule  a schedule whose command, outcome and holds are hostile
'use strict';
const fs = require('fs');
const path = require('path');

const texts = [
  'q\n::add-mask::x\x1b]0;t\x07', //           a title, and a command of GitHub's on a line of its own
  '::error file=a::x', ' \u00a0::warning::nbsp', 'lots of words so that the line is wrapped before this one ::debug::wrapped',
  'a ##[add-mask]y', '##vso[task.setvariable variable=x]y', '##teamcity[x]',
  '\x1b[2J\x1b[31m', '\u009b31m', '\u0085::notice::nel', '\u009d0;title\u009c', '\r::group::cr', '\x7f\b\b\b', '\v\f\t\0',
  '\u202etxt.exe\u202c', '\u2066isolate\u2069', '\u061c\u200e\u200f', 'line\u2028::endgroup::\u2029', '\ufeff\ufff9',
  '</script><script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '\ud800 lone',
];
// Bytes that are no text: C1 as a terminal of one byte a character reads it, half characters, surrogates, too long forms.
const bytes = [[0x9b, 0x33, 0x31, 0x6d], [0x80], [0xff, 0xfe], [0xc3], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xc0, 0x9b], [0xf5, 0x80, 0x80, 0x80]].map(
  (list) => Buffer.from(list));
const all = [...texts.map((text) => Buffer.from(text)), ...bytes];

// As ASCII: what a value holds is not seen in the source.
const literal = (text) => `'${[...text].map((c) => [...Array(c.length)].map((_, i) => `\\u${c.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')).join('')}'`;

function source(quoted) {
  return quoted.map((value, i) => `
function f${i}() {
  const E = require('events'); const em = new E(); const shared = {};
  em.emit(${value}); em.on(${value}, () => {}); em.emit('x' + ${value});
  shared[${value}] = 1;
  setTimeout(() => { shared[${value}] = 2; }, 10);
  setTimeout(() => { console.log(shared[${value}]); }, 10);
  const p = new Promise((resolve, reject) => { setTimeout(() => reject(new Error(${value})), 1); });
  p.then((v) => v + ${value});
  const { [${value}]: again } = shared; Promise.resolve(${value}).then((v) => { console.log(again, v); throw new Error(${value}); });
}
f${i}();`).join('\n');
}

function sources(folder) {
  const put = (name, content) => {
    const whole = Buffer.concat([Buffer.from(folder + '/'), Buffer.isBuffer(name) ? name : Buffer.from(name)]);
    fs.mkdirSync(path.dirname(folder + '/x'), { recursive: true });
    fs.writeFileSync(whole, content);
  };
  put('ascii.js', source(texts.map(literal)));
  put('raw.js', Buffer.concat(all.filter((value) => !value.includes(10) && !value.includes(13) && !value.includes(39)).map(
    (value) => Buffer.from(source(["'@'"]).replaceAll('f0', 'g' + Math.random().toString(36).slice(2)).split('@').join('\0mark')).toString('latin1').split('\0mark').reduce(
      (so_far, part) => so_far === null ? Buffer.from(part, 'latin1') : Buffer.concat([so_far, value, Buffer.from(part, 'latin1')]), null))));
  put('comment.js', Buffer.concat([...all.map((value) => Buffer.concat([Buffer.from('/* '), Buffer.from(value.toString('latin1').replace(/\*\//g, ''), 'latin1'), Buffer.from(' */ Promise.reject(1); \n')]))]));
  for (const [i, value] of all.entries()) {
    const name = Buffer.from(value.toString('latin1').replace(/[/\0]/g, '_'), 'latin1');
    put(Buffer.concat([name, Buffer.from(`${i}.js`)]), `Promise.reject(new Error('${i}'));\nfunction a${i}() { const p = new Promise(() => {}); }\n`);
    put(Buffer.concat([name, Buffer.from(`.broken${i}.js`)]), Buffer.concat([Buffer.from('let x = '), name, Buffer.from('\nlet x = "unended\n')]));
  }
}

function page(folder) {
  const json = JSON.stringify(texts).replace(/</g, '\\u003c');
  fs.mkdirSync(folder + '/data', { recursive: true });
  for (const name of ['a', 'b', 'a+b', 'all']) fs.writeFileSync(`${folder}/data/${name}.json`, JSON.stringify([...texts, name]));
  fs.writeFileSync(folder + '/index.html', `<!doctype html><meta charset="utf-8"><title>x</title><link rel="icon" href="data:,">
<button id="a">A</button><button id="b">B</button><ul id="list" style="min-height: 90px"></ul>
<script>
const texts = ${json};
document.title = texts.join(' ');
document.getElementById('a').setAttribute('aria-label', texts.join(' | '));
document.getElementById('a').textContent = texts.join(' ');
document.getElementById('b').title = texts[0];
const chosen = new Set();
for (const id of ['a', 'b'])
  document.getElementById(id).onclick = Object.defineProperty(() => {
    if (!chosen.delete(id)) chosen.add(id);
    const kind = [...chosen].sort().join('+') || 'all';
    fetch('data/' + kind + '.json?' + encodeURIComponent(id)).then((answer) => answer.json()).then((list) => {
      document.getElementById('list').textContent = list.join(' ');
      localStorage.setItem(texts[0], list[list.length - 1] + texts[7] + texts[14]);
      document.cookie = 'last=' + list[list.length - 1];
      console.error(texts[0], texts[8]);
      if (kind === 'a+b') throw new Error(texts[0] + kind);
    });
  }, 'name', { value: texts[0] });
</script>
`);
}

function patched(folder, script) {
  fs.mkdirSync(folder + '/data', { recursive: true });
  for (const name of ['a', 'b', 'ab', 'ba']) fs.writeFileSync(`${folder}/data/${name}`, name);
  fs.writeFileSync(folder + '/index.html', `<!doctype html><meta charset="utf-8"><title>x</title><link rel="icon" href="data:,">
<button id="a">A</button><button id="b">B</button><p id="list" style="min-height: 90px"></p>
<script>
${script}
let chosen = '';
const list = document.getElementById('list');
a.onclick = () => choose('a');
b.onclick = () => choose('b');
function choose(name) {
  chosen = chosen && chosen !== name ? chosen + name : name;
  const xhr = new XMLHttpRequest();
  xhr.open('GET', 'data/' + chosen);
  xhr.onload = () => (list.textContent = xhr.responseText);
  xhr.send();
}
</script>
`);
}

// A conversation with a language server about files with these names, texts and words.
function opened() {
  const say = (message) => {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    process.stdout.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
  };
  const textDocument = (i) => ({ uri: 'file:///' + encodeURIComponent(Buffer.from(texts[i]).toString()) + i + '.js', languageId: 'javascript', version: 1, text: source([literal(texts[i])]) });
  say({ id: 1, method: 'initialize', params: { capabilities: { textDocument: { publishDiagnostics: { relatedInformation: true } } } } });
  texts.forEach((text, i) => say({ method: 'textDocument/didOpen', params: { textDocument: textDocument(i) } }));
  texts.forEach((text, i) => say({ id: 10 + i, method: text, params: { textDocument: { uri: text }, position: text, context: { diagnostics: [] } } }));
  for (const method of ['textDocument/hover', 'textDocument/codeAction'])
    say({ id: method, method, params: { textDocument: textDocument(0), position: { line: 5, character: 6 }, range: {}, context: { diagnostics: [] } } });
}

// What a person hands to `interloper web`, as somebody else wrote it.
function given(folder) {
  const put = (name, content) => fs.writeFileSync(`${folder}/${name}`, typeof content === 'string' ? content : JSON.stringify(content));
  put('two.json', texts.slice(0, 2).map((id, i) => ({ id: id + i, type: 'click', selector: '#' + 'ab'[i] })));
  const step = (text) => ({ type: 'click', target: 'main', selectors: [[text], ['#a']], offsetX: 1, offsetY: 1, [text]: text });
  put('recorder.json', { title: texts[0], steps: [...texts.map(step), { type: texts[0], selectors: [['#b']] }] });
  put('playwright.js', `test(${literal(texts[0])}, async ({ page }) => {
${texts.map((text) => `  await page.getByText(${literal(text)}).click();\n  await page.${text.replace(/[\n\r]/g, ' ')}(${JSON.stringify(text)}).click();`).join('\n')}
});`);
  put('state.json', { cookies: texts.map((text) => ({ name: text, value: text, domain: text, path: text, sameSite: text })),
    origins: texts.map((text) => ({ origin: text, localStorage: [{ name: text, value: text }] })) });
  put('baseline.json', { version: 1, causes: texts.map((text) => ({ cause: text, id: text })), races: texts });
}

function schedule() {
  const quoted = (value) => '"' + [...value].map((byte) => '\\x' + byte.toString(16).padStart(2, '0')).join('') + '"';
  const words = all.filter((value) => !value.includes(0)).map(quoted);
  process.stdout.write(`interloper schedule 2
command sh -c "[ $FAKE_STRATEGY = 0 ] || { echo $1; exit 7; }" ${words.join(' ')}
node none    seed 1    clock virtual    isolated no
outcome "exit 7"
signature ${words.join('').replace(/""/g, '')}
${words.map((word, i) => `hold fs.open#${i + 1} ${word} start until tcp.read#1 ${word}`).join('\n')}
`);
}

const [what, folder, script] = process.argv.slice(2);
if (what === 'sources') sources(folder);
else if (what === 'page') page(folder);
else if (what === 'patched') patched(folder, script || fs.readFileSync(__dirname + '/patches.js', 'utf8'));
else if (what === 'opened') opened();
else if (what === 'given') given(folder);
else if (what === 'schedule') schedule();
else if (what === 'print') process.stdout.write(Buffer.concat(all.flatMap((value) => [value, Buffer.from('\n')])));
else if (what === 'words') process.stdout.write(Buffer.concat(all.flatMap((value) => [Buffer.from(value.toString('latin1').replace(/\0/g, ''), 'latin1'), Buffer.from('\0')])));
else throw new Error('what?');
