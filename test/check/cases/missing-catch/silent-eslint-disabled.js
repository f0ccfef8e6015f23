const check = async () => {
  if (process.platform !== 'linux') throw new Error('only Linux');
};
// eslint-disable-next-line @typescript-eslint/no-floating-promises -- a script for a manual test
check().then(found => {
  console.log(found);
});
check().then(found => console.log(found)); // eslint-disable-line promise/catch-or-return
console.log('end');
