// 1-natives.js: whose code called, and what pages must not notice.

test('libraries are passed by', () => {
  for (const file of ['lib/x.js', 'node_modules/a/b.js', 'jquery-3.7.1.js', 'vue.global.js', 'a.min.js', 'vendor/y.js'])
    equal([file, isLibrary(`${location.origin}/${file}:1:2`)], [file, true]);
  for (const file of ['app.js', 'src/react-app/main.js', 'library.js', 'views/list.js'])
    equal([file, isLibrary(`${location.origin}/${file}:1:2`)], [file, false]);
  equal(isLibrary('https://elsewhere.example/app.js:1:2'), true);
});

test('all callers are told, the innermost first, without the origin', () => {
  const stack = (lines) => `Error\n${lines.map((line) => `    at f (${line})`).join('\n')}`;
  equal([...placesIn(stack(['interloper:page:1:2', `${location.origin}/a.js:3:4`, 'https://x.example/b.js:5:6']))].map(shortPlace),
    ['a.js:3:4', 'https://x.example/b.js:5:6']);
  equal(shortPlace(`${location.origin}/:7:8`), 'index.html:7:8');
});

test('stand-ins look like what they stand for', () => {
  equal([setTimeout.name, fetch.length, String(fetch).includes('[native code]'), Date.name], ['setTimeout', 1, true, 'Date']);
  equal([new Date(5).getTime(), new Date() instanceof Date, typeof Date()], [5, true, 'string']);
  equal(Object.keys(window).filter((name) => /interloper|natives|callSite/i.test(name)), []);
});

// A function in a file of that name, which calls `next` from so many frames.
const fileOf = (file, frames) =>
  new Function('next', 'frames', `const deep = (n) => (n > 1 ? deep(n - 1) : next()); return deep(frames);\n//# sourceURL=${location.origin}/${file}`)
    .bind(null);
const within = (file, frames, next) => fileOf(file)(next, frames);

test('the author stands behind many frames of a library', () => {
  const place = (frames) => within('app.js', 1, () => within('lib/deep.js', frames, callers)).replace(/:\d+:\d+/g, '');
  equal([place(5), place(60)], ['app.js\napp.js', 'app.js\napp.js']);
});

test('libraries alone have a mark', () => {
  let told = '';
  within('lib/deep.js', 1, () => (told = within('node_modules/a/b.js', 1, callers)));
  equal(told.replace(/:\d+:\d+$/, ''), `${LIBRARY_MARK}node_modules/a/b.js`);
  const asked = within('lib/deep.js', 1, askers);
  equal(asked[0], LIBRARY_MARK);
  handler = 'app.js:7:1';
  equal(within('lib/deep.js', 1, askers), 'app.js:7:1');
  equal(within('app.js', 1, askers).split('\n').pop(), 'app.js:7:1');
  handler = '';
});

test('an element and what is around it, as the page may have written them', () => {
  body('<div id="a"><p class="x"><button @click="go">Go</button></p></div>');
  const { file, way } = wayOut('button');
  equal([file, way], ['page.html', [['button', { '@click': 'go' }], ['p', { class: 'x' }], ['div', { id: 'a' }], ['body', {}], ['html', {}]]]);
});
