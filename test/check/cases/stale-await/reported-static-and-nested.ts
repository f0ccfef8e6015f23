export class Sequence {
  static last = 0;
  static async next(save: (n: number) => Promise<void>) {
    const n = Sequence.last + 1;
    await save(n);
    Sequence.last = n; // expect: stale-await @4
  }
}

const state = { orders: { last: 0 } };
export async function order(save: (n: number) => Promise<void>) {
  const n = state.orders.last;
  await save(n);
  state.orders.last = n + 1; // expect: stale-await @12
}
