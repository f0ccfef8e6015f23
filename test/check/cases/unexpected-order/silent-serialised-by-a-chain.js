// rules: unexpected-order
// A call waits for the one before it: what the second writes was not on its way when the first looked.
class Session {
  #transaction = null;
  #chain = Promise.resolve();
  run(work) {
    return (this.#chain = this.#chain.then(() => this.#runAlone(work)).catch(() => {}));
  }
  async #runAlone(work) {
    if (this.#transaction?.isOpen) return work(this.#transaction);
    await new Promise(resolve => setTimeout(resolve));
    this.#transaction = open(work);
  }
}
const session = new Session();
session.run(console.log);
session.run(console.log);
