// rules: unexpected-order
// Whoever finds no engine waits for it.
const fs = require('node:fs');
let engine;
let loading = null;
async function load() {
  if (globalThis.engine) return;
  if (!loading)
    loading = new Promise((resolve, reject) => {
      fs.readFile('engine.json', 'utf8', (error, text) => {
        if (error) return reject(error);
        engine = JSON.parse(text);
        resolve();
      });
    });
  return loading;
}
async function rules() {
  if (!engine) await load();
  return engine.rules;
}
rules().catch(console.error);
