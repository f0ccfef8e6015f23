// What instrumented code tells (src/instrument): accesses to variables, properties, elements and collections.
//
// Of one site at most MOST accesses are kept an event; that there were more is told once. What a site reads of the same
// object again and again in one event is kept once.

const { isProxy, isMap, isSet, isWeakMap, isWeakSet, isDataView } = require('util').types;
const { READ, WRITE, CREATE, DELETE, ADD } = accesses;
const { GET, GET_KEY, DELETE_KEY, CALL_KEY, IN, CODE, ITERATE, TAKE_APART } = siteKinds;
const level = asked.level; // 1: only which functions run
const HASHED = 1;
const DECIDES = 2;
const RELATIVE = 4;
const SITE_WRITES = 4;
const SITE_CALLS = 8;

// Sites, by the number in their marks. used: usedFrom and how many accesses in that event; latest: the object of the last.
let siteRoom = 1024;
let kinds = new Uint8Array(siteRoom); // siteKinds
let flags = new Uint8Array(siteRoom);
let names = new Uint32Array(siteRoom); // text of the name; 0: not introduced
let methods = new Uint8Array(siteRoom); // what the name means for a collection, see below
let used = new Float64Array(siteRoom);
let latest = new Float64Array(siteRoom);

const grown = (old, room) => {
    const array = new old.constructor(room);
    array.set(old);
    return array;
};
const addSites = (first, bytesOfSites) => {
    const list = new Uint8Array(bytesOfSites);
    const count = first + list.length / 2;
    if (count > siteRoom) {
        while (siteRoom < count) siteRoom *= 2;
        kinds = grown(kinds, siteRoom);
        flags = grown(flags, siteRoom);
        names = grown(names, siteRoom);
        methods = grown(methods, siteRoom);
        used = grown(used, siteRoom);
        latest = grown(latest, siteRoom);
    }
    for (let i = 0; i < list.length; i += 2) {
        kinds[first + i / 2] = list[i];
        flags[first + i / 2] = list[i + 1];
    }
};

// What the methods of the language do with the whole of an array, Map or Set.
const READS_SIZE = 1;
const READS_ALL = 2;
const WRITES_ALL = 3;
const ADDS = 4;
const arrayMethods = makeMap();
const collectionMethods = makeMap();
for (const [table, meaning, list] of [
    [arrayMethods, READS_SIZE, 'length keys'],
    [
        arrayMethods,
        READS_ALL,
        'concat entries every filter find findIndex findLast findLastIndex flat flatMap forEach includes indexOf join ' +
            'lastIndexOf map reduce reduceRight slice some toReversed toSorted toSpliced toString values with at',
    ],
    [arrayMethods, WRITES_ALL, 'copyWithin fill pop reverse shift sort splice unshift'],
    [arrayMethods, ADDS, 'push'],
    [collectionMethods, READS_SIZE, 'size'],
    [collectionMethods, READS_ALL, 'entries forEach keys values union intersection difference isSubsetOf isSupersetOf'],
    [collectionMethods, WRITES_ALL, 'clear'],
])
    for (const name of list.split(' ')) table.set(name, meaning);

const STAR = textOf('*');
const ALL = textOf('**');

const introduce = (id) => {
    const [path, offset, line, column, name, within] = native.siteAt(id);
    const nameNumber = textOf(name);
    const file = textOf(path);
    const around = textOf(within);
    put(ops.SITE, id + 1, file, offset);
    put(ops.WHERE, line, column, around);
    names[id] = nameNumber;
    const isCall = (flags[id] & SITE_CALLS) !== 0;
    const ofArray = isCall || name === 'length' ? arrayMethods.get(name) || 0 : 0;
    const ofCollection = isCall || name === 'size' ? collectionMethods.get(name) || 0 : 0;
    methods[id] = ofArray | (ofCollection << 4);
    return nameNumber;
};
const siteNumber = (id) => {
    if (names[id] === 0) introduce(id);
    return id + 1;
};

// Values.
const floats = new Float64Array(1);
const halves = new Uint32Array(floats.buffer);
const mix = Math.imul;
const hashOf = (value) => {
    switch (typeof value) {
        case 'string': {
            let hash = value.length ^ 0x9e3779b9;
            const length = value.length < 256 ? value.length : 256;
            for (let i = 0; i < length; i++) hash = mix(hash ^ value.charCodeAt(i), 0x01000193);
            return hash >>> 0;
        }
        case 'number':
            floats[0] = value;
            return (mix(halves[0] ^ 0x2545f491, 0x85ebca6b) ^ mix(halves[1], 0xc2b2ae35)) >>> 0;
        case 'boolean':
            return value ? 3 : 2;
        case 'undefined':
            return 0;
        case 'bigint':
            return hashOf(`${value}n`);
        case 'symbol':
            return 4;
        default:
            return value === null ? 1 : mix(numberOf(value), 0x27d4eb2f) >>> 0;
    }
};

// Whether this access is kept; where too many were, that is told once.
const isKept = (id) => {
    let count = used[id];
    if (count < usedFrom) count = usedFrom;
    if (count < usedUp) {
        used[id] = count + 1;
        return true;
    }
    if (count === usedUp) {
        used[id] = count + 1;
        put(ops.CUT, siteNumber(id), 0, 0);
    }
    return false;
};

const tell = (id, access, object, name) => {
    put(ops.ACCESS | (access << 8), object, name, id + 1);
    if ((flags[id] & 3) !== 0) put(ops.VALUE | ((flags[id] & 3) << 9), 0, 0, 0);
};
const tellValue = (id, access, object, name, value) => {
    const hash = hashOf(value);
    // Sums of numbers do not depend on their order; texts do.
    const about = typeof value === 'number' || typeof value === 'bigint' ? flags[id] & 3 : flags[id] & 1;
    put(ops.ACCESS | (access << 8), object, name, id + 1);
    put(ops.VALUE | ((HASHED | (about << 1)) << 8), hash, 0, 0);
};
// Whether the site has just read the same object in this event.
const isRepeated = (id, number) => used[id] > usedFrom && latest[id] === number;

const keyText = (key) => {
    switch (typeof key) {
        case 'string':
            return textOf(key.length > 200 ? key.slice(0, 200) + '#' + hashOf(key) : key);
        case 'number':
            return textOf(`${key}`);
        case 'symbol':
            return textOf(apply(Symbol.prototype.toString, key, []));
        default:
            return 0;
    }
};
// Of a Map, Set or WeakMap.
const collectionKey = (key) => {
    if (isObject(key)) return textOf(`[#${numberOf(key)}]`);
    if (typeof key === 'string') return textOf(key.length > 200 ? `["${key.slice(0, 200)}#${hashOf(key)}"]` : `["${key}"]`);
    return typeof key === 'symbol' ? textOf(`[${apply(Symbol.prototype.toString, key, [])}]`) : textOf(`[${key}]`);
};

// Whether a write makes what was not there. Proxies would notice the question. A setter writes nothing itself: NOTHING.
const NOTHING = -1;
const SETTER = 128; // of a site: has met one
// Whether its code is instrumented: what a setter of Node's does (process.exitCode) nobody sees.
const setters = makeMap();
const functionText = Function.prototype.toString;
const isOurs = (setter) => {
    const number = numberOf(setter);
    let is = setters.get(number);
    if (is === undefined) setters.set(number, (is = apply(functionText, setter, []).includes('$__interloper')));
    return is;
};
const isSetter = (object, key) => {
    for (let at = object; at !== null && !isProxy(at); at = getPrototypeOf(at)) {
        const described = getOwnPropertyDescriptor(at, key);
        if (described !== undefined) return described.set !== undefined && isOurs(described.set);
    }
    return false;
};
const writeOf = (id, object, key) => {
    if (isProxy(object)) return WRITE;
    const own = hasOwn(object, key);
    if ((own ? used[id] <= usedFrom + 1 || (methods[id] & SETTER) !== 0 : key in object) && isSetter(object, key)) {
        methods[id] |= SETTER;
        return NOTHING;
    }
    return own ? WRITE : CREATE;
};

// Memory that threads share has an address that is the same in all of them; each element is a place of its own.
const { isView } = ArrayBuffer;
const Shared = globalThis.SharedArrayBuffer;
const viewBuffer = getOwnPropertyDescriptor(getPrototypeOf(Uint8Array.prototype), 'buffer').get;
const isSharedView = (object, key) => isView(object) && typeof key === 'number' && !isDataView(object) && apply(viewBuffer, object, []) instanceof Shared;
const sharedElement = (object, key) => `shared ${native.addressOf(object)} ${object.BYTES_PER_ELEMENT * key}`;
const touchShared = (id, access, object, key) => {
    if (key >= 0 && key < object.length) put(ops.RESOURCE | (access << 8), textOf(sharedElement(object, key)), 0, siteNumber(id));
};

const isCollection = (object) => isMap(object) || isSet(object) || isWeakMap(object) || isWeakSet(object);

const whole = (id, number, meaning) => {
    if (meaning === READS_SIZE) tell(id, READ, number, STAR);
    else if (meaning === READS_ALL) tell(id, READ, number, ALL);
    else if (meaning === ADDS) tell(id, ADD, number, STAR);
    else tell(id, WRITE, number, ALL);
};

// Who writes to a stream comes before or behind others who do. Sockets and the standard streams are left out: what is said
// there has an order of its own, or none that matters.
const WRITE_NAME = textOf('write');
const WRITTEN = textOf('[what is written]');
const isOpenStream = (object) => isObject(object._writableState) && object._handle === undefined && (typeof object.fd !== 'number' || object.fd > 2) && !isProxy(object);

// An object passes through: what is done with it next is known by the site's kind.
const passed = (id, object) => {
    const number = numberOf(object);
    const kind = kinds[id];
    if (isRepeated(id, number) && (kind === GET || kind === TAKE_APART || kind === ITERATE)) {
        if ((methods[id] & 15) < WRITES_ALL && methods[id] >> 4 < WRITES_ALL) return;
    }
    if (!isKept(id)) return;
    latest[id] = number;
    const name = names[id] || introduce(id);
    switch (kind) {
        case GET:
            if (name === WRITE_NAME && (flags[id] & SITE_CALLS) !== 0 && isOpenStream(object)) tell(id, WRITE, number, WRITTEN);
            if (spaceCount !== 0 && spaces.has(number)) return readFromSpace(id, number);
            if (methods[id] !== 0) {
                const ofArray = methods[id] & 15;
                const ofCollection = methods[id] >> 4;
                if (ofArray === ADDS && isArray(object) && !isProxy(object)) tell(id, CREATE, number, keyText(object.length));
                if (ofArray !== 0 && isArray(object)) return whole(id, number, ofArray);
                if (ofCollection !== 0 && isCollection(object)) return whole(id, number, ofCollection);
            }
            return tell(id, READ, number, name);
        case siteKinds.PRIVATE:
            return tell(id, (flags[id] & SITE_WRITES) !== 0 ? WRITE : READ, number, name);
        case siteKinds.DELETE:
            return tell(id, DELETE, number, name);
        case siteKinds.ENUMERATE:
            return tell(id, READ, number, STAR);
        case siteKinds.CHANGE:
            return tell(id, WRITE, number, ALL);
        case ITERATE:
        case TAKE_APART:
            return everything(id, object, number);
    }
};

// What is read with all it holds, as JSON.stringify does: objects in it too, as far as plain data leads to them.
const everything = (id, object, number) => {
    tell(id, READ, number, ALL);
    if (kinds[id] === TAKE_APART && (flags[id] & SITE_CALLS) !== 0) insideOf(id, object, 0);
};
const DEEPEST = 4;
const insideOf = (id, object, level) => {
    if (isProxy(object) || level === DEEPEST) return;
    for (const key of keysOf(object)) {
        const described = getOwnPropertyDescriptor(object, key);
        const value = described && described.value;
        if (typeof value !== 'object' || value === null) continue;
        if (!isKept(id)) return;
        tell(id, READ, numberOf(value), ALL);
        insideOf(id, value, level + 1);
    }
};

// Object and key arrive one after the other; between them other marks may come, and not come back.
let pendingCount = 0;
const pendingIds = [];
const pendingValues = [];
const remember = (id, value) => {
    if (pendingCount === 256) pendingCount = 0;
    pendingIds[pendingCount] = id;
    pendingValues[pendingCount++] = value;
};
const recall = (id) => {
    for (let i = pendingCount - 1; i >= 0; i--)
        if (pendingIds[i] === id) {
            pendingCount = i;
            return pendingValues[i];
        }
    return undefined;
};

const withKey = (id, object, key) => {
    if (isObject(key) && kinds[id] !== CALL_KEY) return; // the engine converts it
    if (!isKept(id)) return;
    if (isSharedView(object, key)) return touchShared(id, READ, object, key);
    const number = numberOf(object);
    const name = names[id] || introduce(id);
    switch (kinds[id]) {
        case DELETE_KEY:
            return tell(id, DELETE, number, keyText(key));
        case CALL_KEY:
            if (!isCollection(object)) return tell(id, READ, number, name);
            return tell(id, collectionAccess(native.siteAt(id)[4], object, key), number, collectionKey(key));
        default:
            return tell(id, READ, number, keyText(key));
    }
};
const hasMethods = [
    [isMap, Map.prototype.has],
    [isSet, Set.prototype.has],
    [isWeakMap, WeakMap.prototype.has],
    [isWeakSet, WeakSet.prototype.has],
];
const collectionAccess = (method, object, key) => {
    if (method === 'get' || method === 'has') return READ;
    if (method === 'delete') return DELETE;
    let there = false;
    for (const [is, has] of hasMethods) if (is(object)) there = apply(has, object, [key]);
    if (method === 'add') return there ? READ : ADD;
    return there ? WRITE : CREATE;
};

// Variables: a scope is the file, function or block, once for each time it is entered.
class Scope {
    number = 0;
    constructor(id) {
        this.id = id;
    }
}
// Live bindings: an import is the variable of another module, under the name that it has there. See src/instrument/modules.c.
const modules = makeMap(); // by address
class Bindings {
    own = makeMap(); // outer name: scope and variable
    handedOn = makeMap(); // outer name: address and name there
    everythingOf = [];
}
const moduleAt = (url) => {
    let found = modules.get(url);
    if (found === undefined) modules.set(url, (found = new Bindings()));
    return found;
};
const addressFrom = (url, specifier) => {
    try {
        return new URL(specifier, url).href;
    } catch {
        return '';
    }
};
const DEEPEST_BINDING = 16;
const bindingOf = (url, name, level) => {
    const module = level < DEEPEST_BINDING ? modules.get(url) : undefined;
    if (module === undefined) return undefined;
    const own = module.own.get(name);
    if (own !== undefined) return own;
    const other = module.handedOn.get(name);
    if (other !== undefined) return bindingOf(other.url, other.name, level + 1);
    for (let i = 0; i < module.everythingOf.length; i++) {
        const found = bindingOf(module.everythingOf[i], name, level + 1);
        if (found !== undefined) return found;
    }
    return undefined;
};
class Imported {
    constructor(url, name) {
        this.url = url;
        this.name = name;
    }
}
const spaces = makeMap(); // addresses of modules by the number of their namespace object
let spaceCount = 0;

let globalScope = 0;
const scopeNumber = (scope) => {
    if (scope === 1) {
        if (globalScope === 0) put(ops.SCOPE, (globalScope = numberOf(globalThis)), 0, 0);
        return globalScope;
    }
    if (scope.number === 0) {
        scope.number = ++objects;
        put(ops.SCOPE, scope.number, siteNumber(scope.id), 0);
    }
    return scope.number;
};
const readImport = (id, imported, value) => {
    const binding = bindingOf(imported.url, imported.name, 0);
    if (binding === undefined) {
        if (armed) used[id] = Infinity; // nobody assigns to it
        return;
    }
    const number = scopeNumber(binding.scope);
    if (isRepeated(id, number) || !isKept(id)) return;
    latest[id] = number;
    if (names[id] === 0) introduce(id);
    tellValue(id, READ, number, textOf(binding.name), value);
};
const readFromSpace = (id, number) => {
    const binding = bindingOf(spaces.get(number), native.siteAt(id)[4], 0);
    if (binding !== undefined) tell(id, READ, scopeNumber(binding.scope), textOf(binding.name));
};
const readVariable = (id, scope, value) => {
    if (scope instanceof Imported) return readImport(id, scope, value);
    const number = scopeNumber(scope);
    if (isRepeated(id, number) || !isKept(id)) return;
    latest[id] = number;
    tellValue(id, READ, number, names[id] || introduce(id), value);
};
const wroteVariable = (id, scope, value) => {
    if (!isKept(id)) return;
    const name = names[id] || introduce(id);
    tellValue(id, WRITE, scopeNumber(scope), name, value);
};

const setting = (id, object, key, value) => {
    lastSite = id;
    if (used[id] > usedUp || !isObject(object) || isObject(key) || !isKept(id)) return;
    if (isSharedView(object, key)) return touchShared(id, WRITE, object, key);
    const number = numberOf(object);
    const name = names[id] || introduce(id);
    const given = kinds[id] === siteKinds.UPDATE || typeof key !== 'string' ? keyText(key) : keyTextOf(name, key);
    if (key === 'length' && isArray(object)) return tell(id, WRITE, number, ALL);
    const access = writeOf(id, object, key);
    if (access !== NOTHING) tellValue(id, access, number, given, value);
};
const EMPTY = textOf('');
const keyTextOf = (name, key) => (name !== EMPTY ? name : keyText(key));
const getting = (id, object, key) => {
    lastSite = id;
    if (used[id] > usedUp || !isObject(object) || isObject(key) || !isKept(id)) return;
    if (names[id] === 0) introduce(id);
    tell(id, READ, numberOf(object), keyText(key));
};

// The marks; src/instrument/marks.js has the same for tests. z and d are sloppy like the code they stand in, where a write
// that fails is silent.
// What a site used up, or is before the first event, is left at the first look (`usedUp`).
const marks = {
    f(id) {
        lastSite = id;
        if (level !== 1 || !armed || used[id] >= usedFrom) return;
        used[id] = usedFrom + 1;
        put(ops.ENTER, siteNumber(id), 0, 0);
    },
    m(first, url) {
        tellPath(first, url);
    },
    n(id) {
        return new Scope(id);
    },
    e(url, scope, ...pairs) {
        const { own } = moduleAt(url);
        for (let i = 0; i < pairs.length; i += 2) own.set(pairs[i], { scope, name: pairs[i + 1] });
    },
    h(url, specifier, ...pairs) {
        const module = moduleAt(url);
        const from = addressFrom(url, specifier);
        for (let i = 0; i < pairs.length; i += 2)
            if (pairs[i] === '*') module.everythingOf[module.everythingOf.length] = from;
            else module.handedOn.set(pairs[i], { url: from, name: pairs[i + 1] });
    },
    i(url, specifier, name) {
        return new Imported(addressFrom(url, specifier), name);
    },
    q(url, specifier, space) {
        const number = numberOf(space);
        if (!spaces.has(number)) spaceCount++;
        spaces.set(number, addressFrom(url, specifier));
    },
    r(id, scope, value) {
        lastSite = id;
        if (used[id] <= usedUp && scope !== undefined) readVariable(id, scope, value);
        return value;
    },
    a(id, scope, value) {
        lastSite = id;
        if (used[id] <= usedUp && scope !== undefined) wroteVariable(id, scope, value);
        return value;
    },
    o(id, object) {
        lastSite = id;
        if (used[id] > usedUp) return object;
        const kind = kinds[id];
        if (kind === CODE) {
            unseen('eval or new Function', id);
        } else if ((typeof object === 'object' && object !== null) || typeof object === 'function') {
            if (kind === GET_KEY || kind === DELETE_KEY || kind === CALL_KEY) remember(id, object);
            else if (kind === IN) withKey(id, object, recall(id));
            else passed(id, object);
        }
        return object;
    },
    k(id, key) {
        lastSite = id;
        if (used[id] > usedUp) return key;
        if (kinds[id] === IN) {
            remember(id, key);
        } else {
            const object = recall(id);
            if (object !== undefined) withKey(id, object, key);
        }
        return key;
    },
    z(id, object, key, value) {
        setting(id, object, key, value);
        return (object[key] = value);
    },
    d(id, object, key) {
        return {
            get v() {
                getting(id, object, key);
                return object[key];
            },
            set v(value) {
                setting(id, object, key, value);
                object[key] = value;
            },
        };
    },
};
const strictMarks = () => {
    'use strict';
    return {
        s(id, object, key, value) {
            setting(id, object, key, value);
            return (object[key] = value);
        },
        c(id, object, key) {
            return {
                get v() {
                    getting(id, object, key);
                    return object[key];
                },
                set v(value) {
                    setting(id, object, key, value);
                    object[key] = value;
                },
            };
        },
    };
};
Object.freeze(Object.setPrototypeOf(Object.assign(marks, strictMarks()), null));

const unseenBefore = makeMap();
const unseen = (what, id) => {
    const key = `${what}:${id}`;
    if (unseenBefore.has(key)) return;
    unseenBefore.set(key, true);
    put(ops.UNSEEN, textOf(what), id < 0 ? 0 : siteNumber(id), 0);
};
