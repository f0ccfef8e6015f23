// A tree of operations in which every path says from where it was asked: /causes/main/s1/t2-5/i3/s4 is asked for in an
// immediate, set by the timer t2-5 (5 ms), set in the callback of fs.stat /causes/main/s1. Ticks (n), promise reactions
// (p), microtasks (m) and immediates (i) belong to the event they come from; fs.stat in a callback (s), awaited (a) and
// timers (t) are events. argv[2]: a seed. As a module too: causes.mjs imports it.
'use strict';
const fs = require('fs');
let state = Number(process.argv[2]) || 1;
const random = (most) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % most;
};
let left = 120;
const grow = (path, depth) => {
    const children = depth > 6 ? 0 : 1 + random(3);
    for (let i = 0; i < children && left > 0; i++) {
        const name = left--;
        const next = (way) => [`${path}/${way}`, depth + 1];
        switch (random(8)) {
            case 0: {
                const [at, deeper] = next(`n${name}`);
                process.nextTick(() => grow(at, deeper));
                break;
            }
            case 1: {
                const [at, deeper] = next(`p${name}`);
                Promise.resolve().then(() => grow(at, deeper));
                break;
            }
            case 2: {
                const [at, deeper] = next(`i${name}`);
                setImmediate(() => grow(at, deeper));
                break;
            }
            case 3:
            case 4: {
                const delay = 1 + random(4) * 3;
                const [at, deeper] = next(`t${name}-${delay}`);
                if (random(2)) {
                    setTimeout(() => grow(at, deeper), delay);
                } else {
                    const again = setInterval(() => {
                        clearInterval(again);
                        grow(at, deeper);
                    }, delay);
                }
                break;
            }
            case 5: {
                const [at, deeper] = next(`a${name}`);
                (async () => {
                    await fs.promises.stat(at).catch(() => {});
                    grow(at, deeper);
                })();
                break;
            }
            default: {
                const [at, deeper] = next(`s${name}`);
                fs.stat(at, () => grow(at, deeper));
            }
        }
    }
};
grow('/causes/main', 0);
