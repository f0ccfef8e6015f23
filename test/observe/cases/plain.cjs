module.exports = { n: 0 };
