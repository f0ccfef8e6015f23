// rules: promise-as-value
async function price(item) {
  await null;
  return item.price;
}
exports.total = async items => {
  let sum = 0;
  for (const item of items) sum += price(item); // expect: promise-as-value
  return sum;
};
