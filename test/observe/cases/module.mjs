import { readFile } from 'fs';
import { count, more } from './dependency.mjs';
import plain from './plain.cjs';
let own = 0;
setTimeout(() => { own = 1; more(); plain.n = 1; }, 3);
setTimeout(() => { own += 1; more(); plain.n++; console.log(count, plain.n); }, 5);
readFile(new URL(import.meta.url), (error, text) => { own = text.length; });
await new Promise((resolve) => setTimeout(resolve, 4));
own = 7;
// expect: sameObject(on(5, 'own', 'WRITE'), on(6, 'own'), on(7, 'own'), on(9, 'own'))
// expect: sameObject(on(5, 'n', 'WRITE'), on(6, 'n'))
// expect: every('ACCESS', { name: 'count' }).filter((one) => one.site.file.endsWith('dependency.mjs')).length >= 2
// expect: some(every('FILE', { file: 'READ', path: /module\.mjs$/, line: 7 }))
// expect: on(5, 'own')[0].site.column === 20
