// The agent's script, required into every Node thread before the program's own modules.
//
// It tells the shim of every timer, the program's and Node's own, without a trace that the program could see and without
// a hook that costs: no async_hooks, no wrapped function. Two ideas carry it.
//
// 1. Node's Timeout and TimersList fill their fields by assignment. An accessor on the prototype sees the first
//    assignment to a field; a class field then defines it on the object, where assignment would have put it. (The base
//    class returns the object it is given, so that `new` puts its fields onto any object. That is some 30 ns; with
//    Object.defineProperty it is 450.) Later assignments meet an ordinary field: re-arming a timer costs nothing.
// 2. Node keeps timers of one duration in one list, oldest first. So deadlines need not be followed: whoever wants them
//    looks at the heads of the lists (look(), called by the shim before it lets time pass).
//
// What crosses into C is numbers in `view`; src/segment/link.h says which.
'use strict';

{
    const { defineProperty, getOwnPropertySymbols, getPrototypeOf, setPrototypeOf, hasOwn } = Object;
    // A program may replace methods of arrays and their iterator: later only these are called, and no loop is a for-of.
    const { apply } = Reflect;
    const { find, sort, splice } = Array.prototype;
    const add = (list, item) => {
        list[list.length] = item;
        return list.length;
    };
    const asyncIdOf = (object) => apply(find, getOwnPropertySymbols(object), [(key) => key.description === 'asyncId']);
    const own = { exports: {} };

    // The module is not the program's: it goes from what the program can list.
    const { _cache: cache, _pathCache: paths } = module.constructor;
    delete cache[__filename];
    for (const key in paths) if (paths[key] === __filename) delete paths[key];

    // The prototype of Node's timers, without making one: the constructor's first assignment ends it.
    const findTimeout = () => {
        const stop = {};
        let found;
        defineProperty(Object.prototype, '_idleTimeout', {
            configurable: true,
            set() {
                found = getPrototypeOf(this);
                throw stop;
            },
        });
        try {
            setTimeout(findTimeout, 1);
        } catch (error) {
            if (error !== stop) throw error;
        } finally {
            delete Object.prototype._idleTimeout;
        }
        return found;
    };

    // That of immediates, likewise.
    const findImmediate = () => {
        const stop = {};
        let found;
        defineProperty(Object.prototype, '_idleNext', {
            configurable: true,
            set() {
                found = getPrototypeOf(this);
                throw stop;
            },
        });
        try {
            setImmediate(findImmediate);
        } catch (error) {
            if (error !== stop) throw error;
        } finally {
            delete Object.prototype._idleNext;
        }
        return found;
    };

    // The symbol of the field that says whether a timer keeps the loop alive: the first symbol that the constructor
    // assigns, and the first assignment by which all the rest is known. The half-made timer has been counted: unref()
    // takes it back.
    const findRefed = (prototype) => {
        const stop = {};
        const above = getPrototypeOf(prototype);
        let refed, half;
        const watch = {
            set(target, key, value, timer) {
                defineProperty(timer, key, { value, writable: true, enumerable: true, configurable: true });
                if (typeof key !== 'symbol') return true;
                refed = key;
                half = timer;
                throw stop;
            },
        };
        setPrototypeOf(prototype, new Proxy(above, watch));
        try {
            setTimeout(findRefed, 1);
        } catch (error) {
            if (error !== stop) throw error;
        } finally {
            setPrototypeOf(prototype, above);
        }
        if (half) prototype.unref.call(half);
        return refed && refed.description === 'refed' ? refed : undefined;
    };

    // The prototype of Node's tasks that read a file; process.binding() would warn under --pending-deprecation.
    const findReadFileJobs = () => {
        const before = Object.getOwnPropertyDescriptor(process, 'noDeprecation');
        try {
            if (!(parseInt(process.versions.node) >= 26)) return undefined;
            defineProperty(process, 'noDeprecation', { value: true, writable: true, enumerable: true, configurable: true });
            const { ReadFileJob } = process.binding('fs');
            return typeof ReadFileJob.prototype.run === 'function' ? ReadFileJob.prototype : undefined;
        } catch {
            return undefined;
        } finally {
            if (before) defineProperty(process, 'noDeprecation', before);
            else delete process.noDeprecation;
        }
    };

    const start = ({ attach, takeSets, timerStack, findRunning, site, reads, now, view: place }) => {
        const view = new Float64Array(place.size);
        const timeoutPrototype = findTimeout();
        const refedKey = timeoutPrototype && findRefed(timeoutPrototype);
        const functions = [(time) => look(time), (id, trigger) => running(id, trigger), () => stack()];
        if (!refedKey || !attach(view, ...functions)) return;
        const far = view[place.far];

        class Identity {
            constructor(object) {
                return object;
            }
        }

        // Where a timer was set: the first frame outside of Node and of installed packages, else outside of Node.
        const mostSites = 4096; // that are looked for on one thread: each takes some microseconds
        const sites = new Map();
        let sitesLookedFor = 0;
        const frames = (error, list) => list;
        const fileOf = (frame) => {
            const file = frame.getFileName() || frame.getScriptNameOrSourceURL();
            if (!file || file.startsWith('node:')) return '';
            return file.startsWith('file://') ? decodeURIComponent(file.slice(7)) : file;
        };
        const callers = (limit, above) => {
            const { stackTraceLimit, prepareStackTrace } = Error;
            const hadLimit = hasOwn(Error, 'stackTraceLimit');
            const hadPrepare = hasOwn(Error, 'prepareStackTrace');
            const holder = {};
            let list;
            try {
                Error.stackTraceLimit = limit;
                Error.prepareStackTrace = frames;
                Error.captureStackTrace(holder, above);
                list = holder.stack;
            } finally {
                if (hadLimit) Error.stackTraceLimit = stackTraceLimit;
                else delete Error.stackTraceLimit;
                if (hadPrepare) Error.prepareStackTrace = prepareStackTrace;
                else delete Error.prepareStackTrace;
            }
            return Array.isArray(list) ? list : [];
        };
        const siteText = () => {
            const list = callers(12, siteText);
            let found = '';
            for (let i = 0; i < list.length; i++) {
                const file = fileOf(list[i]);
                if (!file || file === __filename) continue;
                const installed = file.includes('/node_modules/');
                if (installed && found) continue;
                const folder = process.cwd() + '/';
                found = (file.startsWith(folder) ? file.slice(folder.length) : file) + ':' + list[i].getLineNumber();
                if (!installed) break;
            }
            return found;
        };
        const siteNow = () => {
            if (++sitesLookedFor > mostSites) return 0;
            try {
                const text = siteText();
                if (!text) return 0;
                let number = sites.get(text);
                if (number === undefined) sites.set(text, (number = site(text)));
                return number;
            } catch {
                return 0;
            }
        };

        // All frames outside of Node, innermost first, as src/trace/format.h has them.
        const stack = () => {
            view[place.outermost] = view[place.outermost_end] = 0;
            try {
                let text = '';
                const frames = callers(64, stack);
                for (let i = 0; i < frames.length; i++) {
                    const frame = frames[i];
                    const file = fileOf(frame);
                    if (!file || file === __filename) continue;
                    const name = (frame.getFunctionName() || '-').replace(/\s/g, '_');
                    const line = `${name} ${file}:${frame.getLineNumber()}:${frame.getColumnNumber()}`;
                    if (text.length + line.length > 4000) break;
                    text += (text && '\n') + line;
                    if (frame.isAsync()) continue;
                    view[place.outermost_end] = Buffer.byteLength(text);
                    view[place.outermost] = view[place.outermost_end] - Buffer.byteLength(line);
                }
                return text;
            } catch {
                return '';
            }
        };

        // Node 26 reads a whole file in one task, which does not tell its path.
        const jobs = findReadFileJobs();
        if (jobs) {
            const { run } = jobs;
            const told = {
                run(path) {
                    try {
                        reads(path);
                        return run.call(this, path);
                    } finally {
                        reads('');
                    }
                },
            };
            defineProperty(jobs, 'run', { value: told.run, writable: true, enumerable: true, configurable: true });
        }

        // Who ends the program before its time (0 is no timer's number).
        const tellExit = () => {
            const text = stack();
            if (text) timerStack(0, text);
        };
        if (view[place.stacks]) process.once('exit', tellExit);

        // Timers as they are made.
        let count = 0;
        let refed = false;
        let where = 0;
        // With constructors of their own: the one that is made for a class takes its arguments from an iterator, in older
        // Nodes from the program's.
        class Timer extends Identity {
            [refedKey] = refed;
            #number = count;
            #site = where;
            constructor(timer) {
                super(timer);
            }
            static number(timer) {
                return #number in timer ? timer.#number : 0;
            }
            static site(timer) {
                return #site in timer ? timer.#site : 0;
            }
        }
        const write = (at, timer, number, whereSet, keepsAlive) => {
            view[at + place.timer_number] = number;
            view[at + place.timer_delay] = timer._idleTimeout;
            view[at + place.timer_flags] = (timer._repeat ? place.repeats : 0) | (keepsAlive ? 0 : place.unrefed);
            view[at + place.timer_site] = whereSet;
        };
        defineProperty(timeoutPrototype, refedKey, {
            configurable: true,
            set(value) {
                refed = value;
                where = value === true ? siteNow() : 0;
                view[place.timers] = ++count;
                new Timer(this);
                if (fresh !== null) {
                    add(fresh, this);
                    add(fresh, now());
                }
                let setCount = view[place.set_count];
                if (setCount === place.sets) {
                    takeSets();
                    setCount = 0;
                }
                const at = place.setsAt + setCount * place.timerPlaces;
                write(at, this, count, where, value);
                findCause();
                view[at + place.timer_cause] = view[place.running_cause];
                view[at + place.timer_timer] = view[place.running_timer];
                view[place.set_count] = setCount + 1;
                if (value === true && view[place.stacks]) timerStack(count, stack());
            },
        });

        // Lists of timers: far ones hold watchdogs. `fresh` are timers (and libuv's time when they were made) until the
        // first list has shown its prototype; `base` is libuv's time at which Node's timers count 0.
        const farLists = [];
        const nearLists = [];
        let fresh = [];
        let base = -Infinity;
        let mostNear = 4096;
        let msecs = 0;
        let asyncIdKey;
        class List extends Identity {
            msecs = msecs;
            constructor(list) {
                super(list);
            }
        }
        const keep = (list, duration) => {
            add(duration >= far ? farLists : nearLists, list);
            if (nearLists.length > mostNear) dropCleared();
        };
        // Lists that were emptied by clearing: one that is empty because its last timer runs has come due, and lives on
        // if that timer is set again.
        const dropCleared = () => {
            const time = now() - base;
            let kept = 0;
            for (let i = 0; i < nearLists.length; i++) {
                const list = nearLists[i];
                if (list._idlePrev !== list || list.expiry <= time) nearLists[kept++] = list;
            }
            nearLists.length = kept;
            mostNear = kept * 2 > 4096 ? kept * 2 : 4096;
        };
        const listOf = (timer) => {
            let at = timer._idleNext;
            while (at && getPrototypeOf(at) === timeoutPrototype) at = at._idleNext;
            return at;
        };
        const adopt = () => {
            const known = new Set();
            let prototype;
            for (let i = 0; i < fresh.length; i += 2) {
                const timer = fresh[i];
                if (typeof timer._idleStart !== 'number') continue;
                if (fresh[i + 1] - timer._idleStart > base) base = fresh[i + 1] - timer._idleStart;
                const duration = Math.trunc(timer._idleTimeout);
                const list = known.has(duration) ? null : listOf(timer);
                if (!list) continue;
                known.add(list.msecs);
                prototype = getPrototypeOf(list);
                asyncIdKey = asyncIdOf(timer);
                keep(list, list.msecs);
            }
            fresh = [];
            if (!prototype) return;
            fresh = null;
            defineProperty(prototype, 'msecs', {
                configurable: true,
                set(value) {
                    msecs = value;
                    new List(this);
                    keep(this, value);
                },
            });
        };

        // Drops what is empty, returns the least deadline, and lists what has come due by `time`.
        let due = [];
        const lookAt = (lists, time) => {
            let least = Infinity;
            let kept = 0;
            for (let i = 0; i < lists.length; i++) {
                const list = lists[i];
                let timer = list._idlePrev;
                if (timer === list) continue;
                lists[kept++] = list;
                const end = timer._idleStart + list.msecs;
                if (end < least) least = end;
                for (; timer !== list && timer._idleStart + list.msecs <= time; timer = timer._idlePrev)
                    add(due, { timer, list, started: timer._idleStart, id: timer[asyncIdKey] });
            }
            lists.length = kept;
            return least;
        };
        // Node takes list after list, and of two that expire together the one that got its number first.
        const inNodesOrder = ({ list: a }, { list: b }) => a.expiry - b.expiry || a.id - b.id;
        const look = (time) => {
            if (fresh !== null) adopt();
            if (due.length) due = [];
            view[place.watchdog] = base + lookAt(farLists, time - base);
            if (time === -Infinity) return;
            lookAt(nearLists, time - base);
            apply(sort, due, [inNodesOrder]);
            view[place.due_count] = due.length;
            for (let i = 0; i < due.length && i < place.due; i++) {
                const at = place.dueAt + i * place.timerPlaces;
                const { timer } = due[i];
                write(at, timer, Timer.number(timer), Timer.site(timer), timer[refedKey]);
                view[at + place.timer_id] = due[i].id;
            }
        };

        // Who causes what is done now: into the view.
        const findCause = () => {
            view[place.running_cause] = view[place.cause];
            view[place.running_timer] = 0;
            if (view[place.phase]) findRunning();
        };

        // Immediates as they are made, with who made them: one that is set when the turn's immediates already run, or
        // later, runs in the next turn, whose event is another.
        const immediatePrototype = findImmediate();
        let immediates = [];
        class Immediate extends Identity {
            [refedKey] = refed;
            #cause = view[place.running_cause];
            #timer = view[place.running_timer];
            constructor(immediate) {
                super(immediate);
            }
            static take(immediate) {
                view[place.running_cause] = immediate.#cause;
                view[place.running_timer] = immediate.#timer;
            }
        }
        const begun = () => {
            let count = 0;
            while (count < immediates.length && immediates[count]._destroyed) count++;
            return count;
        };
        if (immediatePrototype)
            defineProperty(immediatePrototype, refedKey, {
                configurable: true,
                set(value) {
                    findCause();
                    refed = value;
                    new Immediate(this);
                    if (view[place.phase] !== 1 && immediates.length && immediates[0]._destroyed)
                        apply(splice, immediates, [0, begun()]); // they are over
                    view[place.immediates] = add(immediates, this);
                },
            });

        // Who causes what runs, where that is not simply the event delivered last: the immediate or the timer whose id
        // Node gives, or by which what runs was triggered. Of a promise's reaction Node gives none: it belongs to the one
        // that began last. Immediates run in their order; timers leave their list when they begin, or are cleared.
        const withId = (list, timerOf, id) => apply(find, list, [(entry) => timerOf(entry)[asyncIdKey] === id]);
        const itself = (immediate) => immediate;
        const timerOfDue = (entry) => entry.timer;
        const running = (id, trigger) => {
            if (view[place.phase] === 1) {
                const last = immediates[begun() - 1];
                if (!last) return;
                if (!asyncIdKey)
                    asyncIdKey = asyncIdOf(last);
                Immediate.take(withId(immediates, itself, id) || last);
            } else if (view[place.expired]) {
                let left = due.length;
                while (left > 0 && !hasLeft(due[left - 1])) left--;
                const found = withId(due, timerOfDue, id) || withId(due, timerOfDue, trigger) || due[left - 1];
                if (found) view[place.running_timer] = Timer.number(found.timer);
            }
        };
        const hasLeft = ({ timer, started }) => timer._idleNext === null || timer._idleStart !== started;
    };

    // The nearest interloper.json may name functions of packages (models.cjs). What is wrong with it is thrown: the program then
    // fails by itself, and its output says why.
    const wrapModels = ({ hold, modelsFile, refused }) => {
        const file = modelsFile();
        if (!file) return; // before the first require(): Node 18 lets the program see that fs was loaded
        const fs = require('fs');
        const script = __dirname + '/interloper-models.cjs';
        const names = ['hold', 'refused', 'require', 'file', 'text'];
        const body = fs.readFileSync(script, 'utf8');
        const text = fs.readFileSync(file, 'utf8');
        require('vm').compileFunction(body, names, { filename: script })(hold, refused, require, file, text);
    };

    try {
        process.dlopen(own, __dirname + '/interloper-agent.node');
        if (own.exports.attach) {
            start(own.exports);
            const asked = own.exports.observing();
            if (asked) {
                const file = __dirname + '/interloper-observe.cjs';
                const source = require('fs').readFileSync(file, 'utf8');
                const names = ['native', 'asked', 'require', 'observeFile'];
                require('vm').compileFunction(source, names, { filename: file })(own.exports, asked, require, file);
            }
        }
    } catch {
        // Not loadable here (--no-addons, frozen intrinsics): the shim says that nobody attached.
    }
    if (own.exports.hold) wrapModels(own.exports);
}
