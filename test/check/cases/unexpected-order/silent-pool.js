// What is taken out of again is empty every now and then: so it begins.
class Pool {
  idle = [];
  get() {
    const one = this.idle.pop() ?? { id: 1 };
    setTimeout(() => this.idle.push(one), 5);
    return one;
  }
  get size() {
    return this.idle.length;
  }
}
const pool = new Pool();
console.log(pool.get().id, pool.size);
