// rules: stale-await
// Nothing shows that two calls overlap: most instances have one owner, who awaits.
class Pointer {
  constructor(page) {
    this.page = page;
    this.x = 0;
  }
  async press(x) {
    await this.page.send('press', x);
    this.x = x;
  }
  async wheel(x) {
    const target = x || this.x;
    await this.page.send('wheel', target);
    this.x = target; // expect: stale-await note
  }
}
module.exports = Pointer;
