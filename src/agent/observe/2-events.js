// Which event runs now, and numbers for objects.

let events = 0;
let now = 0;
let serial = 0; // of the event that runs: grows with each
// See 3-memory.js: how often a site was met in this event is counted from `usedFrom` to `usedUp`.
const MOST = 64;
let usedFrom = 0;
let usedUp = -1;
let armed = false; // nothing of the main script is noted but what it asks for
let lastSite = -1; // the mark that was met last in this event
let depth = 0; // of callbacks within callbacks: only the outermost is an event
const atBegin = []; // what waits for the end of the event that runs

const begin = (event, key) => {
    while (atBegin.length) atBegin.pop()();
    put(ops.START, event, key, 0);
    now = event;
    armed = true;
    lastSite = -1;
    usedFrom = ++serial * 128;
    usedUp = usedFrom + MOST;
    pendingCount = 0;
};

// The line of code that runs, as far as a mark has told.
const siteNow = () => (lastSite < 0 ? 0 : siteNumber(lastSite));

const register = (kind, ms) => {
    put(ops.REGISTER | (kind << 8), ++events, ms, siteNow());
    return events;
};

// A private field is own, invisible, and can be put on frozen objects and proxies.
class Identity {
    constructor(object) {
        return object;
    }
}
let objects = 0;
class Stamp extends Identity {
    #number = objects;
    static of(object) {
        return #number in object ? object.#number : 0;
    }
}
const numberOf = (object) => {
    const number = Stamp.of(object);
    if (number !== 0) return number;
    objects++;
    new Stamp(object);
    return objects;
};

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';
