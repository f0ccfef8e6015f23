// Focusing a field is something the person does too: with a click. Those who listen for it are remembered (6-handlers.js).

Object.assign(USER_TYPES, { focus: 'focus', focusin: 'focus' });
