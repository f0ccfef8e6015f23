// rules: timeout-order
const status = document.querySelector('#status');
window.setTimeout(() => {
  document.title = 'Loading';
}, 1000);
window.setTimeout(() => { // expect: timeout-order
  document.title = 'Loaded';
}, 100);

export function announce() {
  setTimeout(() => { status.textContent = 'started'; }, 500);
  setTimeout(() => { status.textContent = 'done'; }, 50); // expect: timeout-order
}
