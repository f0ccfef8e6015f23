// It rejects only for a handle of the wrong kind: a mistake elsewhere, no failure of this call.
export class Host {
  map = new Map<number, object>();
  async withAdapter(handle: number, ctor: any, callback: (a: any) => Promise<void>) {
    const adapter = this.map.get(handle);
    if (!adapter) return;
    if (adapter instanceof ctor) return callback(adapter);
    throw new Error('no adapter found');
  }
  release(handle: number, id: number) { this.withAdapter(handle, Map, async a => { a.delete(id); }); }
}
