// It never rejects: everything is inside try.
async function warmUp(load) {
  try {
    await load();
  } catch (error) {
    console.error('not warm', error.message);
  }
}

exports.start = function start(load) {
  warmUp(load);
  return 'started';
};
