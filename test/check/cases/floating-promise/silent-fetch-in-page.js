// A prefetch in a browser: nobody wants the answer.
function prefetch(url) {
  const link = document.createElement('link');
  if (link.relList.supports('prefetch')) document.head.append(link);
  else fetch(url, { priority: 'low' });
}
exports.prefetch = prefetch;
