const door = new EventTarget();
door.addEventListener('open', () => console.log('open'));
door.dispatchEvent(new Event('open'));
