function onSignal() {
  console.log('signal');
}
function other() {
  console.log('other');
}
process.on('SIGINT', other);
setTimeout(() => process.removeListener('SIGINT', onSignal), 10); // expect: invalid-listener-removal
