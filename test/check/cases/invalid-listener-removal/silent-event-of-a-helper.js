// Who gets the function may add it for any event.
function place() {
  console.log(window.scrollY);
}
function listen(event, listener) {
  window.addEventListener(event, listener);
}
window.addEventListener('scroll', place);
listen('resize', place);
setTimeout(() => window.removeEventListener('resize', place), 1000);
