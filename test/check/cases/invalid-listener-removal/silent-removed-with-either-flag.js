const onScroll = () => console.log('scroll');

exports.start = () => document.addEventListener('scroll', onScroll, true);
exports.stop = () => {
  document.removeEventListener('scroll', onScroll, true);
  document.removeEventListener('scroll', onScroll, false);
};
