// Selectors that go into open shadow roots (7-find.js) for what the tool may ask: the functions of 8-api.js know the
// document only.

const inDocument = { find, pointOf };

find = function (selector) {
  return selector.includes('>>>') ? elementOf(selector) : inDocument.find(selector);
};

// Of what is inside a shadow root the document sees the host; the root itself sees the element that is hit.
pointOf = function (element) {
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot)) return inDocument.pointOf(element);
  const rect = element.getBoundingClientRect();
  let over = null;
  for (const [right, down] of [[0.5, 0.5], [0.2, 0.5], [0.8, 0.5], [0.5, 0.2], [0.5, 0.8]]) {
    const x = rect.left + rect.width * right;
    const y = rect.top + rect.height * down;
    const hit = root.elementFromPoint(x, y);
    if (hit && element.contains(hit)) return { x, y };
    over = over || hit;
  }
  return { why: over ? `covered by ${describe(over)}` : 'not on the screen' };
};

api.check = function (selector) {
  try {
    for (const part of selector.split('>>>')) document.querySelector(part);
    return true;
  } catch (error) {
    return false;
  }
};
