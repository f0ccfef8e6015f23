// rules: timeout-order
document.addEventListener('click', event => {
  if (event.shiftKey) setTimeout(() => console.log('a'), 100);
  else setTimeout(() => console.log('b'), 10);
});
