// Reports why the start failed: nobody is left who could handle that the report fails.
const post = async body => {
  await fetch('http://localhost/', { method: 'POST', body });
};
exports.start = async handler => {
  try {
    await handler();
  } catch (err) {
    (async function initError() {
      console.log(err);
      await post(err.message);
    })();
  }
};
