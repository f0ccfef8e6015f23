// rules: unawaited-return
export async function get(url) {
  try {
    return fetch(url); // expect: unawaited-return
  } catch (error) {
    throw new Error(`cannot load ${url}`);
  }
}
