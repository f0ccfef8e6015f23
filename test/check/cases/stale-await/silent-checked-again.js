// After the wait the value is compared with what it was.
const { fetchRates } = require('./rates');

let version = 0;
let rates = null;

exports.update = async function update() {
  version += 1;
  const mine = version;
  const found = await fetchRates();
  if (mine !== version) return;
  rates = found;
};

exports.rates = () => rates;
