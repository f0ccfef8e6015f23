// Promise.all rejects as each of its inputs does, where they come from a list nobody knows too.
export class Uploader {
  upload(parts: string[]): void {
    const jobs = parts.map((p) => this.check(p));
    Promise.all(jobs).then((ok) => { // expect: missing-catch @20
      console.log('all checked', ok.length);
    });
  }
  one(part: string): void {
    Promise.all([this.check(part)]).then((ok) => { // expect: missing-catch
      console.log(ok);
    });
  }
  first(part: string): void {
    Promise.race([this.check(part)]).finally(() => { // expect: missing-catch
      console.log('one is there');
    });
  }
  private async check(part: string): Promise<string> {
    if (part.length === 0) throw new Error('empty part');
    return part;
  }
}
