export class Session {
  #config = []; #host;
  async commit(patch) {
    const next = [{ ...this.#config[0], ...patch }];
    await this.#host.write(next);
    this.#config = next;
  }
  async sync() { this.#config = await this.#host.read(); }
}
