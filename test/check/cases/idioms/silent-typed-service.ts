// Decorators, generics, overloads, enums: the front end must not stumble.
enum State {
  Idle,
  Busy,
}

interface Store<T> {
  get(key: string): Promise<T | undefined>;
  set(key: string, value: T): Promise<void>;
}

export class Service<T extends { id: string }> {
  private state: State = State.Idle;
  readonly #seen = new Set<string>();

  constructor(private readonly store: Store<T>) {}

  async save(item: T): Promise<boolean> {
    if (this.state === State.Busy) return false;
    this.state = State.Busy;
    try {
      await this.store.set(item.id, item);
      this.#seen.add(item.id);
      return true;
    } finally {
      this.state = State.Idle;
    }
  }

  find(id: string): Promise<T | undefined>;
  find(id: string, otherwise: T): Promise<T>;
  async find(id: string, otherwise?: T): Promise<T | undefined> {
    return (await this.store.get(id)) ?? otherwise;
  }
}
