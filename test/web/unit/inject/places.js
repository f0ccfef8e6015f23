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
