// before: saved
// after: failed: full
process.on('unhandledRejection', () => {});
async function save() {
  await null;
  throw new Error('full');
}
exports.store = async () => {
  try {
    save();
    return 'saved';
  } catch (error) {
    return `failed: ${error.message}`;
  }
};
exports.store().then(console.log, () => {});
