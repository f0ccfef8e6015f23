// rules: mixed-scheduling
document.addEventListener('click', () => {
  window.setTimeout(() => console.log('a'), 0);
  window.queueMicrotask(() => console.log('b')); // expect: mixed-scheduling
});
