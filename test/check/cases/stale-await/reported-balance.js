// rules: stale-await
// Two deposits at the same time: one is lost.
const { record } = require('./ledger');

let balance = 0;

exports.deposit = async function deposit(amount) {
  const before = balance;
  await record('deposit', amount);
  balance = before + amount; // expect: stale-await
};

exports.withdraw = async function withdraw(amount) {
  await record('withdraw', amount);
  balance -= amount;
};
