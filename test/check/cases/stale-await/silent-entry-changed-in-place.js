// The object that was read is changed and put back: nobody's change is lost. And an await on a way that ends there.
class Spaces {
  spaces = new Map();
  grants = new Map();

  async finish(id) {
    const space = this.spaces.get(id);
    await this.push(space);
    space.status = 'ready';
    this.spaces.set(id, space);
  }

  open(id) {
    this.spaces.set(id, { status: 'new' });
    this.grants.set(id, { revoked: false });
  }

  async revoke(id) {
    const grant = this.grants.get(id) || { revoked: false };
    if (grant.revoked) {
      await this.tell(id);
      return;
    }
    this.grants.set(id, { ...grant, revoked: true });
  }
}

module.exports = Spaces;
