// The call throws at once; that is what is tested.
function unpin(hash) {
  if (!hash.startsWith('Qm')) throw new Error('invalid hash');
  return new Promise((resolve, reject) => {
    fetch(`/unpin/${hash}`).then(answer => answer.ok ? resolve() : reject(new Error('failed')), reject);
  });
}
test('an invalid hash throws', () => { expect(() => { unpin('bad'); }).toThrow('invalid hash'); });
