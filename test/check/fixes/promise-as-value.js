// before: open [object Promise] open
// after: shut 3 shut
async function isOpen() {
  await null;
  return false;
}
async function count() {
  await null;
  return 3;
}
async function main() {
  const door = (isOpen() ? 'open' : 'shut');
  const text = `${door} ${count()}`;
  if (isOpen()) return `${text} open`;
  return `${text} shut`;
}
main().then(console.log, () => {});
