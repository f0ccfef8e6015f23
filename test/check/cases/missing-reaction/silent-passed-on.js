// Given to a function: that one may react.
const { track } = require('./metrics');

track('start', Promise.resolve(Date.now()));
