// The page is loaded once.
let visits = 0;

async function visit() {
  const before = visits;
  await fetch('/visit');
  visits = before + 1;
}
document.addEventListener('DOMContentLoaded', () => {
  visit().catch(console.error);
});
