// The request counts once, however it ends.
const stuck = new Promise(() => {});

async function load() {
  await Promise.allSettled([stuck, fetch('http://localhost/x')]); // expect: unreachable-reaction
  console.log('never');
}

load();
