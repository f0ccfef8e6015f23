const button = document.querySelector('#save');
let pending = new AbortController();
button.addEventListener('click', () => {
  button.addEventListener('click', () => console.log('again'), { once: true });
  pending.abort();
  pending = new AbortController();
  button.addEventListener('click', () => console.log('this round'), { signal: pending.signal });
});
document.addEventListener('click', () => {
  document.addEventListener('click', () => console.log('the second click'));
}, { once: true });
