// rules: missing-catch
// The catch stands before the reaction that throws.
const check = amount => {
  if (amount < 0) throw new RangeError('negative');
  return amount;
};

Promise.resolve(-1).catch(console.error).then(check); // expect: missing-catch
