class Player {
  async move(name) {
    const node = this.node.manager.nodes.get(name);
    await this.destroy();
    this.node = node; // expect: stale-await
  }
  leave() {
    this.node = null;
  }
}
exports.Player = Player;
