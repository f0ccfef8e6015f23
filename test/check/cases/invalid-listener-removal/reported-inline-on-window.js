function toggle(menu) {
  window.addEventListener('keydown', event => menu.handle(event));
  return () => {
    window.removeEventListener('keydown', event => menu.handle(event)); // expect: invalid-listener-removal
  };
}

module.exports = toggle;
