// Another complaint was silenced, and one that is only a reason.
const check = async () => {
  if (process.platform !== 'linux') throw new Error('only Linux');
};
// eslint-disable-next-line no-console -- no-floating-promises is on
check().then(found => console.log(found)); // expect: missing-catch
console.log('end');
