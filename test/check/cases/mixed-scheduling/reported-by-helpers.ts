// Each of them is right; called in this order the second comes first.
const events: { name: string }[] = [];

function emitLater(name: string): void {
  setTimeout(() => events.push({ name }), 0);
}
function emitSoon(name: string): void {
  process.nextTick(() => events.push({ name }));
}
function main(): void {
  emitLater('open');
  emitSoon('data'); // expect: mixed-scheduling @11
}

main();
setTimeout(() => console.log(events.map(e => e.name).join()), 20);
