// rules: missing-catch
// The first reaction may throw, and nobody is there to hear it.
Promise.resolve(process.argv[2]).then(name => { // expect: missing-catch
  if (!name) throw new Error('which file?');
  console.log(name);
});
