const state = { orders: { last: 0 }, bills: { last: 0 } };
export async function order(save: (n: number) => Promise<void>) {
  const n = state.orders.last;
  await save(n);
  state.bills.last = n + 1;
}
export async function again(save: (n: number) => Promise<void>) {
  const n = state.orders.last;
  await save(n);
  state.orders.last = state.orders.last + 1;
  return n;
}
