// words.js and detail.js: how things are called in the report.

test('amounts are told as people do', () => {
  equal([percent(0), percent(0.00001), percent(0.0031), percent(0.25)], ['0.00 %', '< 0.01 %', '0.31 %', '25.0 %']);
  equal([seconds(80.4), seconds(1234)], ['80 ms', '1.2 s']);
  equal([plural(1, 'race'), plural(2, 'race'), plural(0, 'match', 'matches')], ['1 race', '2 races', '0 matches']);
});

test('events are told as what a person does', () => {
  const tell = (event) => describe({ events: [], ...event });
  equal(tell({ type: 'input', value: 'lamp', label: 'field "Search"' }), 'type “lamp” into field "Search"');
  equal(tell({ type: 'key', value: 'Enter', selector: '#q' }), 'press Enter in #q');
  equal(tell({ type: 'macro', events: [{ type: 'hover', selector: '#m' }, { type: 'click', selector: '#i' }] }), 'point at #m, then click #i');
});

test("the page's own server goes without saying", () => {
  equal(place('http://localhost:1/app/main.js:3:4'), 'app/main.js:3:4');
  equal(place('https://x.example/a.js:1:1'), 'https://x.example/a.js:1:1');
});

test('a cause is its request and the line that asked', () => {
  equal(causeOf({ cause: 'late-answer', late: { request: 'GET /a', at: 'a.js:1:2' } }), 'GET /a asked for at a.js:1:2');
  equal(causeOf({ cause: 'double-submit', late: { request: 'POST /a' } }), 'sent twice: POST /a');
  equal(causeOf({ cause: 'late-answer', late: {} }), 'other');
});

test('what a page says never becomes markup', () => {
  equal(el('p', null, '<b>x</b>').innerHTML, '&lt;b&gt;x&lt;/b&gt;');
});
