// node builtins.js: says what of the scripts we put into pages leans on something that the page can change: a method of a
// built-in that 0-builtins.js does not look at each time, or a function handed to the browser that does not pass `ours`.
'use strict';
const fs = require('fs');
const path = require('path');

const web = path.join(__dirname, '../../src/web');
const files = ['inject', 'record'].flatMap((folder) => fs.readdirSync(`${web}/${folder}`).map((name) => `${web}/${folder}/${name}`));
const text = fs.readFileSync(`${web}/inject/0-builtins.js`, 'utf8');
const kept = new Map(); // owner -> names
for (const [owner, names] of eval(/const OFTEN = (\[[^]*?\n {2}\]);/.exec(text)[1]))
  kept.set(owner, new Set([...(kept.get(owner) || []), ...names.split(' ')]));
const prototypes = [Array, String, RegExp, Function, Number].map(({ prototype }) => prototype);
const namespaces = { Object, Math, JSON, Reflect, Array, String, Number, Promise, Error };

const problems = [];
for (const file of files) {
  const name = path.basename(file);
  fs.readFileSync(file, 'utf8').split('\n').forEach((line, i) => {
    const code = line.replace(/\/\/.*/, '');
    const problem = (what) => problems.push(`${name}:${i + 1}: ${what}`);
    const isBuiltIn = (owner, method) => Object.hasOwn(owner, method) && typeof owner[method] === 'function' && !/^(toString|constructor)$/.test(method);
    const missing = (owner, method) => isBuiltIn(owner, method) && !(kept.has(owner) && kept.get(owner).has(method));
    for (const [, receiver, method] of code.matchAll(/(\w*)\??\.(\w+)\(/g)) {
      const owners = receiver in namespaces ? [namespaces[receiver]] : prototypes;
      if (name !== '0-builtins.js' && owners.some((owner) => missing(owner, method))) problem(`.${method}() is not kept`);
    }
    const [, handed] = /(?:new MutationObserver\(|\.on\w+ = |new Proxy\([\w[\]]+, \{ .*(?:apply|construct): )(.*)/.exec(code) || [];
    if (handed && !/^(ours\(|make |call )/.test(handed)) problem('handed out without ours()');
    if (/natives\.(listen|then)\b/.test(code) && name !== '1-natives.js') problem('listenTo() and whenSettled() do that');
  });
}
if (problems.length) console.log(problems.join('\n'));
