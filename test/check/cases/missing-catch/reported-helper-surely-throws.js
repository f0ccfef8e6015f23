// The check stands two calls down, but here it fails in every run.
function positive(x) {
  if (x < 0) throw new RangeError('negative');
  return x;
}

Promise.resolve(-1).then(x => positive(x)); // expect: missing-catch
