// rules: callback-twice
exports.each = (list, fn) => {
  if (fn) fn(list[0]);
  list.forEach(item => console.log(item));
};
exports.twice = (list, report) => {
  if (list.length) report(list[0]);
  report('end');
};
