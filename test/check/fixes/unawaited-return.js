// before: lost: disk
// after: caught: disk
async function read() {
  await null;
  throw new Error('disk');
}
async function load() {
  try {
    return read();
  } catch (error) {
    return `caught: ${error.message}`;
  }
}
load().then(console.log, error => console.log(`lost: ${error.message}`));
