const onScroll = () => console.log('scroll');
const onResize = () => console.log('resize');
document.addEventListener('scroll', onScroll, true);
window.addEventListener('resize', onResize, { capture: true, passive: true });

exports.stop = () => {
  document.removeEventListener('scroll', onScroll); // expect: invalid-listener-removal
  window.removeEventListener('resize', onResize, { passive: true }); // expect: invalid-listener-removal
};
