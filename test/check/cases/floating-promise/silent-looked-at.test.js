// The test starts two pushes and looks at what came of them: push() must not be waited for.
class Queue {
  constructor(client) {
    this.client = client;
  }
  push(item) {
    return new Promise((resolve, reject) => {
      this.client.add(item, error => {
        if (error) reject(error);
        else resolve();
      });
    });
  }
  onIdle() {
    return new Promise(resolve => {
      this.client.once('idle', resolve);
    });
  }
}
test('pulls', async () => {
  const queue = new Queue(client);
  queue.push(1);
  queue.push(2);
  await queue.onIdle();
  expect(pull).toHaveBeenCalledTimes(2);
});
