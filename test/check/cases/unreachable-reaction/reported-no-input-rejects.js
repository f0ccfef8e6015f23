// rules: unreachable-reaction
// The one input never settles and the other never rejects: neither the code behind the await nor the catch runs.
const forever = new Promise(() => {});

async function main() {
  try {
    await Promise.all([forever, Promise.resolve(1)]); // expect: unreachable-reaction
    console.log('both');
  } catch (err) {
    console.log('gave up:', err.message);
  }
}

main();
