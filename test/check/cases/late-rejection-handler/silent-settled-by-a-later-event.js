// Only the event that is handled below can reject it.
exports.activate = async machine => {
  const activated = new Promise((resolve, reject) => {
    machine.activatedCallback = error => error ? reject(error) : resolve();
  });
  await machine.ensureInitialized();
  machine.handleEvent('activate');
  await activated;
};
