// The warning that comes first asks whether the end has been there.
class Session {
  expired = false;

  touch(ms) {
    clearTimeout(this.end);
    clearTimeout(this.warning);
    this.end = setTimeout(() => { this.expired = true; }, ms);
    this.warning = setTimeout(() => { if (!this.expired) console.log('soon'); }, ms * 0.8);
  }
}

new Session().touch(50);
