// A check of a limit, and this program is beyond it.
async function grow(size) {
  if (size > 10) throw new RangeError('too large');
  return size * 2;
}

grow(11); // expect: floating-promise
console.log('grown');
