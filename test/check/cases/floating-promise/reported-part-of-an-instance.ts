// rules: floating-promise
// Nobody here makes a Service; what it holds in `repo` is made in one place.
class Repo {
  private rows: string[] = [];

  async insert(row: string): Promise<void> {
    if (!row) throw new Error('empty');
    this.rows.push(row);
  }
}

export class Service {
  private readonly repo = new Repo();

  register(name: string): void {
    this.repo.insert(name); // expect: floating-promise
  }

  async close(): Promise<void> {
    await this.repo.insert('closed');
  }
}
