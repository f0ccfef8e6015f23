// Handled, handed on, awaited two calls up, or settled whatever happens.
export class Uploader {
  upload(parts: string[]): void {
    const jobs = parts.map((p) => this.check(p));
    Promise.all(jobs).then((ok) => { console.log('all checked', ok.length); }).catch(console.error);
  }
  hand(parts: string[]) {
    const jobs = parts.map((p) => this.check(p));
    return Promise.all(jobs).then((ok) => ok.length);
  }
  settled(parts: string[]): void {
    Promise.allSettled(parts.map((p) => this.check(p))).then((ok) => { console.log(ok.length); });
  }
  start(): void {
    this.all(['a']);
  }
  async all(parts: string[]) {
    await Promise.all(parts.map((p) => this.check(p))).finally(() => console.log('done'));
  }
  private async check(part: string): Promise<string> {
    if (part.length === 0) throw new Error('empty part');
    return part;
  }
}
