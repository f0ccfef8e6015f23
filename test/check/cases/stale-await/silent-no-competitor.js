// Set once while the module starts; nobody else writes it.
const { load } = require('./settings');

let settings = { theme: 'light' };

async function start() {
  const old = settings;
  const found = await load();
  settings = { ...old, ...found };
}

start().catch(console.error);
exports.theme = () => settings.theme;
