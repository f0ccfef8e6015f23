// rules: missing-catch
// One of the inputs rejects, so the whole does.
const stock = Promise.resolve(12);
const price = Promise.reject(new Error('no price'));

Promise.all([stock, price]).then(([count, each]) => console.log(count * each)); // expect: missing-catch
