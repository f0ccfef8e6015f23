// A flag, or the kind of the message, excludes the second.
exports.check = work => new Promise(async (resolve, reject) => {
  let failed = false;
  try {
    await work();
  } catch (error) {
    failed = true;
    reject(error);
  } finally {
    if (!failed) resolve();
  }
});

exports.attach = socket => new Promise((resolve, reject) => {
  socket.on('message', message => {
    if (message.targets) {
      if (!message.targets.length) reject(new Error('no target'));
    }
    if (message.session) resolve(message.session);
  });
});
