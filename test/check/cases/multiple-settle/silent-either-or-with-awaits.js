// One branch or the other, each with awaits of its own.
exports.next = (port, run) => new Promise((resolve, reject) => {
  port.once('message', async message => {
    if (message.type === 'test') {
      try {
        await run(message.test);
        resolve('done');
      } catch (error) {
        reject(error);
      }
    } else if (message.type === 'none') {
      resolve('none');
    } else {
      resolve(await port.other(message));
    }
  });
});
