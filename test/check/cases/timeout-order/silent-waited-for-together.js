// Side by side on purpose: whoever waits for both does not care who is first.
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

async function main() {
  const slow = sleep(40).then(() => console.log('slow'));
  const fast = sleep(10).then(() => console.log('fast'));
  await Promise.all([slow, fast]);
  sleep(10).then(() => console.log('first'), console.error);
  sleep(40).then(() => console.log('second'), console.error);
}
main();
