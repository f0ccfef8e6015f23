// The only failure is a number out of range, and race does not make it another one.
async function delay(ms: number) {
  if (ms > 2147483647) throw new Error('too long');
  return new Promise(r => setTimeout(r, ms));
}
export class Source {
  time = 2000;
  retry(ms: number) { this.time = ms; }
  async again() { await Promise.race([delay(this.time)]).finally(() => {}); }
  end() { this.again(); }
}
