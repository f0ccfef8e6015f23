// Only the check in the helper can throw, and it tells of a mistake in the program.
let config;
exports.set = c => {
  config = c;
};
function get() {
  if (config === undefined) throw new Error('not set. Did you call set()?');
  return config;
}
async function restart(dialog) {
  if (await dialog.open(get().name)) exports.restarted = true;
}
exports.init = (settings, dialog) =>
  settings.onChanged(() => {
    restart(dialog);
  });
