// rules: timeout-order
// In a function it is no different.
function show(banner) {
  setTimeout(() => {
    banner.text = 'welcome';
  }, 300);
  setTimeout(() => { // expect: timeout-order
    banner.text = banner.text.toUpperCase();
  }, 200);
}

show({ text: '' });
