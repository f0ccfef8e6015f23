// rules: missing-return
// await uses the value just as a reaction would.
async function label() {
  const name = await Promise.resolve({ first: 'Ada' }).then(user => { // expect: missing-return
    user.first.toUpperCase();
  });
  return name.length;
}

label().then(length => console.log(length)).catch(console.error);
