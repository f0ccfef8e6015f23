const state = { orders: { last: 0 }, bills: { last: 0 } };
export async function order(save: (n: number) => Promise<void>) {
  const n = state.orders.last;
  await save(n);
  console.log(state.bills.last, n);
}
export async function again(save: (n: number) => Promise<void>) {
  const n = state.orders.last;
  await save(n);
  state.orders.last = state.orders.last + 1;
  return n;
}
export async function keep(save: () => Promise<void>) {
  const { last } = state.bills;
  await save();
  state.bills.last = last;
}
const other = { left: { last: 0 }, right: { last: 0 } };
export async function copy(save: () => Promise<void>) {
  const n = other.left.last;
  await save();
  other.right.last = n + 1;
}
