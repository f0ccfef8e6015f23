// 7-find.js and 8-api.js: which user events a page has, and why one cannot be triggered.

const tell = ({ type, selector, value }) => [type || 'macro', selector, value].filter((part) => part !== undefined).join(' ');
const found = () => findEvents(20).events.map(tell);

test('what somebody listens to is an event, once', () => {
  body('<button id="a">A</button><button id="b">B</button><div id="list"><button id="c">C</button><span>text</span></div>');
  document.getElementById('a').addEventListener('click', () => {});
  document.getElementById('list').addEventListener('click', () => {});
  equal(found(), ['click #a', 'click #c']);
  document.getElementById('a').onclick = () => {};
  equal(found(), ['click #a', 'click #c']);
});

// (That its arrow may come when the mouse is there is tried, too.)
test('a heading with an empty arrow in it is the event itself', () => {
  body('<table><tr><th id="h">Name <span role="button" tabindex="0"></span></th></tr></table>');
  document.getElementById('h').addEventListener('click', () => {});
  equal(found(), ['click #h', 'macro']);
});

test('text fields are typed into with two words', () => {
  body('<input id="q">');
  document.getElementById('q').addEventListener('input', () => {});
  equal(found(), ['input #q car', 'input #q card']);
});

test('a listener that was taken away is none', () => {
  body('<button id="a">A</button>');
  const handler = () => {};
  document.getElementById('a').addEventListener('click', handler);
  document.getElementById('a').removeEventListener('click', handler);
  equal(found(), []);
});

test('why an event is not possible is told by a number and in words', () => {
  body(`<button id="off" disabled>x</button><button id="none" style="display: none">x</button><button id="below">x</button>
    <div style="position: fixed; inset: 0" id="veil"></div>`);
  const why = (selector) => { const { reason, why: words } = locate(selector); return [reason, words]; };
  equal(why('#nowhere'), [WHY.GONE, "nothing matches '#nowhere'"]);
  equal(why('#off'), [WHY.DISABLED, 'disabled']);
  equal(why('#none'), [WHY.HIDDEN, 'hidden']);
  equal(why('#below'), [WHY.COVERED, 'covered by div#veil']);
  equal(assign('#below', 'x').reason, WHY.NO_VALUE);
  document.getElementById('veil').remove();
  equal(locate('#below').reason, undefined);
});

test('a form whose action is a function of React is sent', () => {
  const form = '<form><input name="word"><button>Search</button></form>';
  body(form);
  equal(found(), []);
  body(form); // a new one: what was found out is kept with an element
  document.querySelector('form').__reactProps$x = { action: () => {} };
  equal(found(), ['macro', 'macro']);
});
