// Fields. Focusing one is something the person does too, with a click: those who listen for it are remembered
// (6-handlers.js). And what takes no value is given none.

Object.assign(USER_TYPES, { focus: 'focus', focusin: 'focus' });

const BUTTON = 'button, input[type=submit], input[type=button], input[type=reset], input[type=image], input[type=file]';

api.assign = function (selector, value) {
  const element = find(selector);
  const takes = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value');
  if (!takes || !takes.set || element.matches(BUTTON)) return { why: `a <${element.localName}> takes no value` };
  return assign(selector, value);
};
