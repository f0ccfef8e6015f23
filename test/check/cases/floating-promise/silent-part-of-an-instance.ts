// Which repository it is nobody knows: it is filled in two places, or given from outside.
class Repo {
  async insert(row: string): Promise<void> {
    if (!row) throw new Error('empty');
  }
}

class Quiet {
  insert(row: string): void {}
}

export class Service {
  private repo: Repo | Quiet = new Repo();
  private other: Repo;

  constructor(other: Repo) {
    this.other = other || new Repo();
  }

  silence(): void {
    this.repo = new Quiet();
  }

  register(name: string): void {
    this.repo.insert(name);
    this.other.insert(name);
  }
}
