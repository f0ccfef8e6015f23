export class Meter {
  #total = 0;
  async measure(read) {
    this.#total = this.#total + (await read()); // expect: stale-await
    return this.#total;
  }
}
