// This then is no promise's: its callback takes three things and goes on by calling next.
const osmosis = require('osmosis');
osmosis.parse('<b>').find('b')
  .then(function (context, data, next) { setTimeout(() => next(context, data), 200); })
  .then(function (context, data, next) { next(context, data); })
  .done(() => {});
