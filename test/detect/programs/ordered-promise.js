// What an await hands on is ordered.
'use strict';
const fs = require('fs/promises');
let config = null;

async function load() {
  const text = await fs.readFile(__filename, 'utf8');
  config = { size: text.length };
}
const loaded = load();
async function use() {
  await fs.stat(__filename);
  await loaded;
  console.log('size known', config.size > 0);
}
use();
