// The local is read again behind the await.
exports.S = class {
  async user(fields) {
    let cache = this.user_;
    if (cache && !fields.size) return this.user_ = cache;
    const data = await load(fields);
    cache = this.user_;
    if (cache) cache.merge(data); else cache = observe(data);
    return this.user_ = cache;
  }
};
