async function main() {
  setInterval(() => console.log('alive'), 1000);
  await new Promise(() => undefined);
}
main();
exports.wait = async () => { await new Promise(() => void 0); };
