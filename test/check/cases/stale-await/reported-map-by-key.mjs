// rules: stale-await
// Two visits to one page at the same time: one is not counted.
import { locate } from './geo.mjs';

const visits = new Map();

export async function visit(page, address) {
  const before = visits.get(page) || 0;
  const country = await locate(address);
  visits.set(page, before + 1); // expect: stale-await
  return country;
}
