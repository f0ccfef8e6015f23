// The old value is read after the wait.
const { record } = require('./ledger');

let balance = 0;

exports.deposit = async function deposit(amount) {
  await record('deposit', amount);
  balance += amount;
};

exports.withdraw = async function withdraw(amount) {
  await record('withdraw', amount);
  balance -= amount;
};
