// 2-nodes.js, 5-boxes.js, 5-stores.js, 6-handlers.js: what followed from an event, and which boxes and values it wrote.

const written = (id) => nodeList().nodes.filter(({ root }) => root === id).flatMap(({ writes }) => writes);

test('a change of the tree is a write of the box that is seen', async () => {
  body('<p id="a" style="width: 50px; height: 20px">one</p><div style="height: 10px; overflow: hidden"><p id="b" style="margin: 40px">x</p></div>');
  flushWrites();
  api.begin('w1', true, 'w1', 0);
  document.getElementById('a').textContent = 'two';
  document.getElementById('b').textContent = 'clipped away';
  const [write, ...others] = written('w1');
  equal([write.what, write.box.width, write.box.height, others.length], ['p#a: children', 50, 20, 0]);
});

test('what is written out of sight is known by its place', () => {
  body('<div id="a" hidden><section><p>one</p></section></div><p id="b">two</p>');
  flushWrites();
  api.begin('w0', true, 'w0', 0);
  document.querySelector('#a p').textContent = 'three';
  document.getElementById('b').textContent = 'four';
  const [{ writes, unseen }] = nodeList().nodes.filter(({ root }) => root === 'w0');
  equal([writes.map(({ where }) => where), unseen], [['p#b'], ['div#a>section>p']]);
});

test('a field that gets the value it has is unchanged', () => {
  body('<input id="f" value="x">');
  flushWrites();
  api.begin('w2', true, 'w2', 0);
  document.getElementById('f').value = 'x';
  equal(written('w2').map(({ what, unchanged }) => [what, unchanged]), [['input#f: value', true]]);
});

test('storage and the address are known by name', () => {
  api.begin('w3', true, 'w3', 0);
  localStorage.setItem('cart', '1');
  sessionStorage.direct = 'yes';
  history.replaceState(null, '', '#there');
  document.cookie = 'seen=1';
  const names = written('w3').map(({ what, storage }) => [what, storage]);
  equal(names.sort(), [['address', true], ['cookie seen', true], ['localStorage cart', true], ['sessionStorage direct', true]]);
});

test('an answer follows from who asked for it, and so does what it writes', async () => {
  body('<p id="a">one</p>');
  flushWrites();
  api.begin('w4', true, 'w4', 0);
  fetch('/data').then((answer) => answer.text()).then(() => (document.getElementById('a').textContent = 'two'));
  while (answersDue || bodies) await new Promise((done) => natives.setTimeout(done, 5));
  await new Promise((done) => natives.setTimeout(done, 20));
  const all = nodeList().nodes.filter(({ root }) => root === 'w4');
  equal(all.map(({ kind }) => kind), [KIND.USER, KIND.FETCH, KIND.BODY]);
  equal([all[1].parent, all[1].label], ['w4', 'GET /data']);
  equal(all[2].writes.map(({ what }) => what), ['p#a: children']);
});

test('what the page has dealt with is no error', () => {
  const before = nodeList().errors.length;
  addEventListener('error', (event) => event.preventDefault(), { once: true });
  dispatchEvent(new ErrorEvent('error', { message: 'dealt with', cancelable: true }));
  equal(nodeList().errors.length, before);
  dispatchEvent(new ErrorEvent('error', { message: 'left alone', cancelable: true }));
  equal(nodeList().errors.slice(before), ['left alone']);
});
