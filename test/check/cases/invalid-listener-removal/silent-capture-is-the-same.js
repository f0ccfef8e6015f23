const options = { capture: true };
const onScroll = () => console.log('scroll');
const onResize = () => console.log('resize');
const onKey = () => console.log('key');

exports.start = flags => {
  document.addEventListener('scroll', onScroll, options);
  window.addEventListener('resize', onResize, flags);
  window.addEventListener('key', onKey, { passive: true });
};
exports.stop = () => {
  document.removeEventListener('scroll', onScroll, true);
  window.removeEventListener('resize', onResize);
  window.removeEventListener('key', onKey);
};
