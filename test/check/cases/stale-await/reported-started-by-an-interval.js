// rules: stale-await
let polls = 0;

async function poll() {
  polls = polls + (await fetch('/poll')).status; // expect: stale-await
}
setInterval(() => poll().catch(console.error), 50);
