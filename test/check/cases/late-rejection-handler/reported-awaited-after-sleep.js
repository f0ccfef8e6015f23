// rules: late-rejection-handler
// Started early, awaited after a sleep: in between the rejection is unhandled.
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

async function load() {
  throw new Error('no network');
}

async function main() {
  const page = load();
  await sleep(50);
  try {
    await page; // expect: late-rejection-handler
  } catch (error) {
    console.error(error.message);
  }
}

main();
