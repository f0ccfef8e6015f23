// Read and written in one step, behind the await; and a map of the call's own.
const visits = new Map();
const scores = {};

export async function visit(page) {
  await fetch(`/log?page=${page}`);
  visits.set(page, (visits.get(page) || 0) + 1);
}

export async function score(name, load) {
  const old = scores[name];
  const points = await load(name);
  if (scores[name] !== old) return;
  scores[name] = old + points;
}

export async function tally(pages) {
  const own = new Map();
  for (const page of pages) {
    const before = own.get(page) || 0;
    await fetch(page);
    own.set(page, before + 1);
  }
  return own;
}
