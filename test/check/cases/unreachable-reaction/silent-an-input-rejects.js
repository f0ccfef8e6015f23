// rules: unreachable-reaction
// Promise.all rejects as soon as one input does, though another is pending for ever.
const forever = new Promise(() => {});

async function failing() {
  throw new Error('no network');
}

async function main() {
  try {
    await Promise.all([forever, failing()]);
  } catch (err) {
    console.log('gave up:', err.message);
  }
  Promise.all([forever, failing()]).then(console.log, console.error);
  Promise.all([forever, failing()]).catch(console.error).finally(() => console.log('end'));
}

main().catch(console.error);

exports.watch = async function (server) {
  try {
    await Promise.all([forever, server.listen()]);
  } catch (err) {
    console.error(err);
  }
};
