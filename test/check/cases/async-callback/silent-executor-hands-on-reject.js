// Whoever is given `reject` sees to failures.
async function sign(event, resolve, reject) {
  try {
    resolve(await event.sign());
  } catch (error) {
    reject(error);
  }
}

exports.signed = event =>
  new Promise(async (resolve, reject) => {
    await sign(event, resolve, reject);
  });
