// EventTarget ignores the second of two equal listeners.
const button = document.querySelector('#save');
const save = () => console.log('saved');

button.addEventListener('click', save);
button.addEventListener('click', save);
