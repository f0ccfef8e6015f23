const osmosis = require('osmosis');
osmosis.parse('<b>').find('b')
  .then(function (context, data, next) { setTimeout(() => next(context, data), 200); })
  .then(function (context, data, next) { next(context, data); })
  .done(() => {});
