// rules: promise-as-value
async function isReady() {
  await null;
  return false;
}
export async function start() {
  const ready = isReady();
  while (!ready) await new Promise(resolve => setTimeout(resolve, 10)); // expect: promise-as-value
}
