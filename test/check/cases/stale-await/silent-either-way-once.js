// Only one of the two calls happens.
let visits = 0;
const pause = () => new Promise(resolve => setTimeout(resolve, 1));

async function visit() {
  const before = visits;
  await pause();
  visits = before + 1;
}

if (process.argv.length > 2) visit().catch(console.error);
else visit().catch(() => {});
