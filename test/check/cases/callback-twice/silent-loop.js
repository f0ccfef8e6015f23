// rules: callback-twice
exports.walk = (items, next) => {
  for (const item of items) {
    if (item.skip) {
      next(item);
      continue;
    }
    next(item.value);
  }
};
