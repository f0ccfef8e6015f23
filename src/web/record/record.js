// interloper web --record: what the person does, told to the tool through the console. Uses natives and find.

const WORTH_A_KEY = ['Enter', 'Escape', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Tab'];

function tell(type, element, value) {
  const event = { type, selector: selectorOf(element), label: labelOf(element) };
  if (value !== undefined) event.value = value;
  natives.debug(ownWord, JSON.stringify(event));
}

// The element that is meant: the button, not the icon in it.
function meant(event) {
  const target = event.composedPath()[0];
  if (!(target instanceof Element)) return null;
  return target.closest(INTERACTIVE) || target;
}

const recorders = {
  click(element) {
    // a click on a label comes again as a click on its field; fields are told by their input
    if (!element.matches(TEXT_FIELD + ', select, option, label')) tell('click', element);
  },
  dblclick: (element) => tell('dblclick', element),
  input(element) {
    if (element.matches(TEXT_FIELD)) tell('input', element, element.value === undefined ? element.innerText : element.value);
  },
  change(element) {
    if (!element.matches(TEXT_FIELD + ', [type=checkbox], [type=radio]')) tell('change', element, element.value);
  },
  keydown(element, event) {
    if (WORTH_A_KEY.includes(event.key) && event.key !== 'Tab') tell('key', element, event.key);
  },
};

for (const [type, recorder] of Object.entries(recorders))
  listenTo(window, type, (event) => {
    const element = event.isTrusted && meant(event);
    if (element) recorder(element, event);
  });
keepBuiltins();
