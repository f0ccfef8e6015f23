// rules: stale-await
// The list that comes back replaces what was added in the meantime.
import { enrich } from './people.mjs';

let people = [];

export async function refresh() {
  const old = people;
  const rich = await enrich(old);
  people = old.map((person, i) => ({ ...person, ...rich[i] })); // expect: stale-await
}

export function add(person) {
  people = [...people, person];
}
