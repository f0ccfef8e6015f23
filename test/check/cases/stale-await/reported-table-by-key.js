// rules: stale-await
const rates = require('./rates');

const totals = {};
let limits = Object.create(null);

exports.add = async function add(user, amount) {
  const old = totals[user.id];
  const rate = await rates.today();
  totals[user.id] = old + amount * rate; // expect: stale-await
};

exports.raise = async function raise(name) {
  limits[name] += await rates.step(name); // expect: stale-await
};

exports.reset = () => { limits = Object.create(null); };
