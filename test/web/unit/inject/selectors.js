// 6-selectors.js: elements have names that last, and selectors find what a person sees.

test('an id that a framework counts is no name', () => {
  for (const id of [':r1:', '«r2»', 'ember12', 'radix-:r3:', 'ui-id-7', 'a3f09c21bb', '1767225600000']) equal([id, !!lasts(id)], [id, false]);
  for (const id of ['save', 'main-menu', 'step-2', 'café']) equal([id, !!lasts(id)], [id, true]);
});

test('elements are named by what stays, by their place only at last', () => {
  body('<ul><li data-id="7"><button>Buy</button></li><li data-id="8"><button>Buy</button></li></ul><p><b>x</b><i></i><i></i></p>');
  equal(selectorOf(document.querySelectorAll('button')[1]), 'li[data-id="8"] > button');
  equal(selectorOf(document.querySelectorAll('i')[1]), 'body > p > i:nth-of-type(2)');
  for (const element of document.querySelectorAll('body *')) equal(matchesOf(selectorOf(element)).length, 1);
});

test('a row is known by what it holds', () => {
  body('<table><tr><td><a href="/items/7">a</a></td><td><button>x</button></td></tr><tr><td><a href="/items/8">b</a></td><td><button>x</button></td></tr></table>');
  const button = document.querySelectorAll('button')[1];
  equal(selectorOf(button).includes('tr:has(a[href="/items/8"])'), true);
  equal(elementOf(selectorOf(button)) === button, true);
});

test('into open shadow roots and back', () => {
  body('<my-card></my-card>');
  document.querySelector('my-card').attachShadow({ mode: 'open' }).innerHTML = '<button>in</button>';
  const inner = document.querySelector('my-card').shadowRoot.firstChild;
  equal(elementOf('my-card >>> button') === inner, true);
  equal(elementOf(selectorOf(inner)) === inner, true);
});

test('by role, text, label and testid, as a person sees them', () => {
  body(`<button>Save all</button><button style="display: none">Save</button><button role="link">Save</button>
    <label>Name <input id="n"></label><p data-testid="note">Hello <b>you</b></p>`);
  equal(matchesOf('role=button[name="save"]').map((one) => one.innerText), ['Save all']);
  equal(matchesOf('role=button[name="Save"s]').length, 0);
  equal(matchesOf('role=link').length, 1);
  equal(matchesOf('label=name').map((one) => one.id), ['n']);
  equal(matchesOf('text=you').map((one) => one.localName), ['b']);
  equal(matchesOf('testid=note >> b').length, 1);
  equal(matchesOf('role=button >> nth=0').length, 1);
});

test('what is no selector is refused', () => {
  for (const wrong of ['##', 'nth=x', 'role=[', 'text=', 'a >>> '])
    equal([wrong, (() => { try { return matchesOf(wrong).length; } catch { return 'refused'; } })()], [wrong, 'refused']);
});
