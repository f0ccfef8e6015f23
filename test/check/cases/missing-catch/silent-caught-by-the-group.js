// Each input is handled through the group's catch.
const stock = Promise.resolve(12);
const price = Promise.reject(new Error('no price'));

Promise.all([stock, price])
  .then(([count, each]) => console.log(count * each))
  .catch(error => console.error(error.message));
