exports.twice = (source, show) => {
  source.on('value', show);
  source.close();
  source.on('value', show);
};
exports.each = (source, show) => {
  source.on('value', show);
  source.removeListener('value', show);
  source.on('value', show);
};
exports.either = (source, show, early) => {
  if (early) {
    source.on('value', show);
  } else {
    source.on('value', show);
  }
};
