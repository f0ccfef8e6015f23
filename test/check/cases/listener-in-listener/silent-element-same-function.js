// The DOM ignores a function that listens already.
function beep() {
  console.log('beep');
}
document.addEventListener('click', () => {
  document.addEventListener('click', beep);
});
