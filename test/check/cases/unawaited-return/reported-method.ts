// rules: unawaited-return
export class Store {
  private async open(name: string): Promise<string> {
    await null;
    if (!name) throw new Error('no name');
    return name;
  }
  async use(name: string) {
    try {
      if (name) {
        return this.open(name); // expect: unawaited-return
      }
      return '';
    } catch {
      return 'default';
    }
  }
}
