// An async iterator over pushed items: readers that wait are kept as resolvers.
export class Channel {
  #items = [];
  #readers = [];
  #closed = false;

  push(item) {
    const reader = this.#readers.shift();
    if (reader) reader({ value: item, done: false });
    else this.#items.push(item);
  }

  close() {
    this.#closed = true;
    for (const reader of this.#readers.splice(0)) reader({ value: undefined, done: true });
  }

  next() {
    if (this.#items.length) return Promise.resolve({ value: this.#items.shift(), done: false });
    if (this.#closed) return Promise.resolve({ value: undefined, done: true });
    return new Promise(resolve => this.#readers.push(resolve));
  }

  [Symbol.asyncIterator]() {
    return this;
  }
}
