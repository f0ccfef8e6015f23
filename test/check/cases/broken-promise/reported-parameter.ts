// The promise comes from elsewhere; that the first result is lost is plain from the text.
export function size(list: Promise<number[]>): Promise<number> {
  list.then(found => found.filter(x => x > 0));
  return list.then(found => found.length); // expect: broken-promise warning
}
