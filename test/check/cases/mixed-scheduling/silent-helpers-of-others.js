// Called by different callers, or in the order in which they run.
const events = [];
const later = name => setImmediate(() => events.push(name));
const soon = name => process.nextTick(() => events.push(name));

function open() {
  soon('open');
  later('opened');
}
function close() {
  soon('close');
}

open();
setTimeout(close, 5);
setTimeout(() => console.log(events), 20);
