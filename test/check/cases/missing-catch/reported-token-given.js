import { None } from './elsewhere';
function timeout(ms, token = None) {
  let reject;
  const promise = new Promise((resolve, fail) => {
    reject = fail;
    setTimeout(resolve, ms);
  });
  token.onCancellationRequested(() => reject(new Error('cancelled')));
  return promise;
}
export const start = (freeze, token) => {
  timeout(500, token).then(freeze); // expect: missing-catch
};
