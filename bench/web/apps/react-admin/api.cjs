'use strict';

const stock = { cars: 7, bikes: 31 };

exports.initial = () => ({});
exports.routes = {
  'GET /api/customers': ({ q }) => [`${q} & Sons`, `${q} Limited`, `Old ${q} Works`],
  'GET /api/orders/:id': ({ id }) => ({ goods: `${id} boxes`, total: Number(id) * 3 }),
  'GET /api/sales': ({ period }) => ({ sold: period === 'day' ? 3 : 900, sum: period === 'day' ? 75 : 31000 }),
  'POST /api/invitations': (query, { to }) => ({ text: `${to} is invited` }),
  'PUT /api/features/:name': (query, { on }) => ({ on }),
  'GET /api/stock': ({ kind }) => ({ count: stock[kind] }),
  'GET /api/prices': ({ kind }) => ({ price: `from ${stock[kind] * 100}` }),
};
