const button = document.querySelector('#save');
button.addEventListener('click', () => {
  console.log('saving');
  button.addEventListener('click', () => console.log('saved already')); // expect: listener-in-listener
});
