// rules: stale-await
class Registry {
  async load() {
    if (this.loaded) return;
    this.text = await read(this.file);
    this.loaded = true; // expect: stale-await note
  }
}
class Player {
  async play() {
    if (this.playing) return;
    await fetch('/ready');
    this.playing = true; // expect: stale-await warning
    await fetch('/play');
    this.playing = false;
  }
}
const player = new Player();
player.play();
player.play();
module.exports = Registry;
