// The wait for the move may never end in what we see; the promise is awaited behind it.
class Mouse {
  async drag(client, start) {
    const dragged = new Promise((resolve, reject) => {
      if (!client) reject(new Error('no client'));
      client.once('dragged', resolve);
    });
    await new Promise(resolve => client.move(start, resolve));
    return await dragged;
  }
}
module.exports = Mouse;
