// One line that silences, on the line itself.
const ticket = Promise.resolve({ id: 7 });
ticket.then(found => ({ ...found, open: true })).then(found => console.log(found.open));
ticket.then(found => console.log(found.id)); // interloper-ignore broken-promise
