// rules: dead-emit
const door = new EventTarget();
door.addEventListener('open', () => console.log('open'));
door.dispatchEvent(new Event('Open')); // expect: dead-emit
