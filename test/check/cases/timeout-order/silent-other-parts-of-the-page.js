// rules: timeout-order
const status = document.querySelector('#status');
const hint = document.querySelector('#hint');
setTimeout(() => { status.textContent = ''; }, 3000);
setTimeout(() => { hint.textContent = 'ready'; }, 100);
