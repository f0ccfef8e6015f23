// sloppy: a global is made
let count = 0;
function counter() { let own = 0; return () => { own++; return own; }; }
const a = counter(), b = counter();
setTimeout(() => { count = 1; a(); }, 2);
setTimeout(() => { if (count === 1) count = 2; b(); }, 4);
setTimeout(() => { const f = []; for (let i = 0; i < 3; i++) f.push(() => i++); f.forEach((g) => g()); }, 6);
function* steps() { let at = 0; while (true) { at = at + 1; yield at; } }
const going = steps();
setTimeout(() => going.next(), 8);
setTimeout(() => going.next(), 10);
let x, y;
setTimeout(() => { [x, y] = [1, 2]; }, 12);
setTimeout(() => console.log(count, a(), b(), x, y, going.next().value), 14);
setTimeout(() => { leaked = 1; }, 16);
setTimeout(() => { console.log(typeof leaked, leaked); }, 18);
// expect: sameObject(on(5, 'count', 'WRITE'), on(6, 'count')) && inDifferentEvents(on(5, 'count'), on(6, 'count'))
// expect: on(6, 'count', 'READ')[0].flags === 3 && some(every('SCOPE', { object: on(5, 'count')[0].object }))
// expect: new Set(on(3, 'own').map((one) => one.object)).size === 2
// expect: new Set(on(3, 'own').filter((one) => one.now === on(5, 'count')[0].now).map((one) => one.object)).size === 1
// expect: new Set(on(7, 'i', 'WRITE').map((one) => one.object)).size >= 3
// expect: new Set(on(8, 'at').map((one) => one.now)).size === 3 && sameObject(on(8, 'at').slice(2))
// expect: one(on(13, 'x', 'WRITE')) && one(on(13, 'y', 'WRITE')) && sameObject(on(13, 'x'), on(14, 'x'), on(14, 'y'))
// expect: every('SITE').length === 0 || every('ACCESS').every((one) => one.site.line > 0)
// expect: sameObject(on(15, 'leaked', 'WRITE'), on(16, 'leaked', 'READ'))
