'use strict';

const rows = [{ name: 'Ann', age: 41 }, { name: 'Bob', age: 29 }, { name: 'Cid', age: 35 }];
const parts = [{ part: 'Bolt', left: 12 }, { part: 'Nut', left: 3 }, { part: 'Washer', left: 40 }];
const ordered = (list, key) => [...list].sort((a, b) => (a[key] < b[key] ? -1 : 1));
const pages = { pay: '<p>By card or in cash.</p>', send: '<p>Within <b>three</b> days.</p>' };

exports.initial = () => ({});
exports.routes = {
  'GET /api/members': ({ q }) => [`${q} Smith`, `Ms ${q}`],
  'GET /api/help/:page': ({ page }) => pages[page],
  'GET /api/board': ({ by }) => ordered(rows, by),
  'POST /api/news': (query, { title }) => ({ said: `${title} is published` }),
  'GET /api/rate': ({ currency }) => ({ rate: currency === 'EUR' ? 1.08 : 0.93 }),
  'GET /api/stock': (query) => {
    const list = ordered(parts, query['order[0][column]'] === '1' ? 'left' : 'part');
    const data = query['order[0][dir]'] === 'desc' ? list.reverse() : list;
    return { draw: Number(query.draw), recordsTotal: data.length, recordsFiltered: data.length, data };
  },
};
