const list = [3, 1, 2], map = new Map(), set = new Set(), weak = new WeakMap(), key = {};
setTimeout(() => { list.push(4); list[0] = 5; }, 2);
setTimeout(() => { list.sort(); list.length = 1; for (const x of list); [...list]; list.map((x) => x); }, 4);
setTimeout(() => { map.set('k', 1); map.set('k', 2); set.add('s'); weak.set(key, 1); }, 6);
setTimeout(() => { map.get('k'); map.has(5); set.has('s'); weak.get(key); map.delete('k'); }, 8);
setTimeout(() => { map.forEach(() => {}); set.clear(); console.log(map.size, [...set], list[0], list.length); }, 10);
setTimeout(() => { list[list.length] = 9; list.at(-1); const i = 0; list[i]; delete list[i]; i in list; }, 12);
// expect: one(on(2, '*', 'ADD')) && one(on(2, '0', 'WRITE')) && sameObject(on(2, '*'), on(2, '0'))
// expect: on(3, '**', 'WRITE').length === 2 && on(3, '**', 'READ').length === 3 && sameObject(on(2, '*'), on(3, '**'))
// expect: on(4, '["k"]').map((one) => one.access).join() === 'CREATE,WRITE' && one(on(4, '["s"]', 'ADD'))
// expect: one(on(4, undefined, 'CREATE').filter((one) => /^\[#\d+\]$/.test(one.name)))
// expect: sameObject(on(4, '["k"]'), on(5, '["k"]')) && on(5, '["k"]').map((one) => one.access).join() === 'READ,DELETE'
// expect: some(on(5, '[5]', 'READ')) && sameObject(on(4, '["s"]'), on(5, '["s"]'))
// expect: on(5).some((one) => one.name === on(4).find((each) => each.name.startsWith('[#')).name)
// expect: some(on(6, '**', 'READ')) && some(on(6, '**', 'WRITE')) && some(on(6, '*', 'READ')) && some(on(6, '0', 'READ'))
// expect: one(on(7, '1', 'CREATE')) && one(on(7, '0', 'DELETE')) && on(7, '0', 'READ').length === 2
