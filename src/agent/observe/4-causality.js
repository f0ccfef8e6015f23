// Who asked for which event: async_hooks for what Node does, v8.promiseHooks for promises, wrapped functions for the rest.

const { createHook, executionAsyncResource } = require('async_hooks');
const { promiseHooks } = require('v8');
const events_ = require('events');
const workers = require('worker_threads');
const children = require('child_process');

// wrap(object, name, before, after): a native function in its place, with the same look.
const wrap = (object, name, before, after, replaces) => {
    const described = getOwnPropertyDescriptor(object, name);
    if (!described || typeof described.value !== 'function') return;
    if (!described.configurable && !described.writable) return;
    const original = described.value;
    const made = native.wrap(original, before, after, replaces || 0, original.name);
    for (const key of Reflect.ownKeys(made)) if (!hasOwn(original, key)) delete made[key];
    for (const key of Reflect.ownKeys(original)) {
        const { ...own } = getOwnPropertyDescriptor(original, key);
        try {
            if (key !== 'prototype') defineProperty(made, key, own);
        } catch {
            // `arguments` and `caller` of sloppy functions
        }
    }
    // In stacks, a function without a name is called by that under which it is found, and it is not found any more.
    if (original.name === '' && getOwnPropertyDescriptor(original, 'name')?.configurable !== false)
        defineProperty(original, 'name', { value: name, configurable: true });
    if (described.configurable) defineProperty(object, name, { ...described, value: made });
    else object[name] = made;
};
const inside = new Uint32Array(asked.inside);

// Where a function of Node's is called: arguments may have led to other code since the call's own mark. A stack costs some
// microseconds: for calls that cost more.
const frames = (error, list) => list;
const stackOf = (above, limit) => {
    const { stackTraceLimit, prepareStackTrace } = Error;
    const holder = {};
    try {
        Error.stackTraceLimit = limit;
        Error.prepareStackTrace = frames;
        Error.captureStackTrace(holder, above);
        return isArray(holder.stack) ? holder.stack : [];
    } finally {
        Error.stackTraceLimit = stackTraceLimit;
        if (prepareStackTrace === undefined) delete Error.prepareStackTrace;
        else Error.prepareStackTrace = prepareStackTrace;
    }
};
const foundSites = makeMap();
const siteOfCall = (name) => {
    const list = stackOf(siteOfCall, 16);
    for (let i = 0; i < list.length; i++) {
        let file = list[i].getFileName();
        if (!file || file.startsWith('node:') || file === observeFile) continue;
        if (file.startsWith('file://')) file = decodeURIComponent(file.slice(7));
        const key = `${file}:${list[i].getLineNumber()}:${name}`;
        let site = foundSites.get(key);
        if (site === undefined) foundSites.set(key, (site = native.find(file, list[i].getLineNumber(), name) ?? -1));
        return site < 0 ? 0 : siteNumber(site);
    }
    return 0;
};

// Resources of async_hooks by type. A handle delivers again and again: each time it asks for the next.
const TICK = 1;
const TASK = 2;
const REQUEST = 3;
const HANDLE = 4;
const TIMER = 5;
const IMMEDIATE = 6;
const MICROTASK = 7;
const types = makeMap();
for (const [meaning, list] of [
    [TICK, 'TickObject'],
    [TIMER, 'Timeout'],
    [IMMEDIATE, 'Immediate'],
    [MICROTASK, 'Microtask'],
    [
        TASK,
        'FSREQCALLBACK FSREQPROMISE FILEHANDLECLOSEREQ GETADDRINFOREQWRAP GETNAMEINFOREQWRAP RANDOMBYTESREQUEST ' +
            'PBKDF2REQUEST SCRYPTREQUEST KEYPAIRGENREQUEST KEYGENREQUEST KEYEXPORTREQUEST CIPHERREQUEST DERIVEBITSREQUEST ' +
            'HASHREQUEST SIGNREQUEST VERIFYREQUEST RANDOMPRIMEREQUEST CHECKPRIMEREQUEST HKDFREQUEST ARGON2REQUEST',
    ],
    [REQUEST, 'WRITEWRAP SHUTDOWNWRAP TCPCONNECTWRAP PIPECONNECTWRAP UDPSENDWRAP QUERYWRAP HTTP2PING HTTP2SETTINGS'],
    [
        HANDLE,
        'TCPWRAP TCPSERVERWRAP PIPEWRAP PIPESERVERWRAP TTYWRAP UDPWRAP PROCESSWRAP FSEVENTWRAP STATWATCHER SIGNALWRAP ' +
            'MESSAGEPORT WORKER HTTPINCOMINGMESSAGE HTTPCLIENTREQUEST HTTP2SESSION HTTP2STREAM TLSWRAP JSSTREAM ' +
            'JSUDPWRAP ZLIB DNSCHANNEL BLOBREADER STREAMPIPE FILEHANDLE ELDHISTOGRAM QUIC_ENDPOINT QUIC_SESSION QUIC_STREAM',
    ],
])
    for (const type of list.split(' ')) types.set(type, meaning);

const records = makeMap(); // by async id
let operation = null; // what belongs to the call of the API that is under way, see 5-files.js
let operationOfEvent = null; // the event that runs completes a part of it
let siteOfEvent = 0; // where the operation was asked for that led to this event, over ticks

class Resource {
    event = 0;
    task = 0;
    line = 0;
    operation = null;
    site = 0;
    constructor(meaning, type, resource) {
        this.meaning = meaning;
        this.type = type;
        this.resource = resource;
    }
}
let lineCount = 0;
let taskCount = 0;

const askForNext = (record) => {
    record.event = register(eventKinds.IO, 0);
    put(ops.IN_LINE, record.event, record.line, 0);
};

const timerKind = (timer) => (timer._repeat ? eventKinds.REPEATED : eventKinds.TIMER);
const milliseconds = (timer) => {
    const ms = Math.trunc(timer._idleTimeout);
    return ms >= 1 && ms <= 0x7fffffff ? ms : 1;
};

const isFileTask = (type) => type === 'FSREQCALLBACK' || type === 'FSREQPROMISE' || type === 'FILEHANDLECLOSEREQ';
const onInit = (id, type, trigger, resource) => {
    const meaning = types.get(type);
    if (meaning === undefined) return;
    if (settledCount !== 0) tellSettled();
    const record = new Resource(meaning, type, resource);
    records.set(id, record);
    switch (meaning) {
        case TICK:
            record.site = operationNow()?.site || siteOfEvent;
            record.event = register(eventKinds.TICK, 0);
            break;
        case MICROTASK:
            record.event = register(eventKinds.JOB, 0);
            break;
        case IMMEDIATE:
            record.event = register(eventKinds.IMMEDIATE, 0);
            break;
        case TIMER:
            record.event = register(timerKind(resource), milliseconds(resource));
            break;
        case TASK:
            record.operation = isFileTask(type) ? operationNow() : null;
            record.task = ++taskCount;
            put(ops.DELEGATE, record.task, 0, siteNow());
            record.event = register(eventKinds.IO, 0);
            if (record.operation !== null) touchFiles(record.operation, record.task);
            break;
        case REQUEST:
            record.event = register(eventKinds.IO, 0);
            break;
        case HANDLE:
            record.line = ++lineCount;
            put(ops.LINE | ((type === 'ZLIB' ? lineKinds.STREAM : lineKinds.DESCRIPTOR) << 8), record.line, 0, 0);
            askForNext(record);
            if (type === 'WORKER') starting[starting.length] = resource;
            if (type === 'MESSAGEPORT') pairs(id, resource);
            if (type === 'FILEHANDLE') closesHandles(getPrototypeOf(resource));
            if (type === 'TCPWRAP') {
                newestSocket = resource;
                learnsSockets(getPrototypeOf(resource));
            }
            break;
    }
};

// A thread that this event starts has its number a little later.
const starting = [];
const nameStarted = () => {
    if (settledCount !== 0) tellSettled();
    if (starting.length === 0) return;
    for (const { threadId: number } of starting) if (number >= 0) put(ops.SEND, textOf(`thread ${asked.process}/${number}`), 0, 0);
    starting.length = 0;
};

// Child processes: those that the engine has counted while the call was under way.
let childrenBefore = 0;
const spawns = () => {
    childrenBefore = native.children();
};
const childNames = makeMap(); // by pid
const spawned = function () {
    const count = native.children();
    if (count === childrenBefore) return;
    const name = `${asked.process}.${count}`;
    put(ops.SEND, textOf(`process ${name}`), 0, 0);
    childNames.set(this.pid, name);
    if (hasOwn(this, '_send')) wrap(this, '_send', sends(`ipc ${name} down`));
};
// One that the call waits for has started behind what we did so far, and is over now.
const ranToItsEnd = () => {
    const count = native.children();
    for (let i = childrenBefore + 1; i <= count; i++) put(ops.SEND, textOf(`process ${asked.process}.${i}`), 0, 0);
    if (count > childrenBefore) takeTurn();
    for (let i = childrenBefore + 1; i <= count; i++) put(ops.REAP, textOf(`${asked.process}.${i}`), 0, 0);
};

const keyNow = () => {
    const key = native.delivered();
    return key === undefined ? 0 : textOf(key);
};

// What a worker sends before its end comes with that end, which is no delivery of the engine's: the name is then still that
// of another event. And which of a worker's two ports is Node's own is not known here.
const portsByKey = makeMap();
const keyOfHandle = (record, id) => {
    if (record.type === 'WORKER') return 0;
    if (record.type !== 'MESSAGEPORT') return keyNow();
    const key = native.delivered();
    if (key === undefined || !key.includes('message#')) return 0;
    const subject = key.slice(key.indexOf(' '));
    if (!portsByKey.has(subject)) portsByKey.set(subject, id);
    return portsByKey.get(subject) === id ? textOf(key) : 0;
};

// Some handles are older than we are: the port to the thread that started this one, the pipe to the parent.
const earlierTypes = makeMap();
for (const [name, type] of [
    ['MessagePort', 'MESSAGEPORT'],
    ['Pipe', 'PIPEWRAP'],
    ['TTY', 'TTYWRAP'],
    ['TCP', 'TCPWRAP'],
])
    earlierTypes.set(name, type);
const earlier = (id) => {
    const resource = executionAsyncResource();
    if (!isObject(resource) || isPromise(resource)) return undefined;
    const type = earlierTypes.get(resource.constructor && resource.constructor.name);
    if (type !== undefined) onInit(id, type, 0, resource);
    return records.get(id);
};

const onBefore = (id) => {
    if (++depth > 1) return;
    let record = records.get(id);
    if (record === undefined) {
        record = earlier(id);
        if (record === undefined) return;
    }
    nameStarted();
    const { event } = record;
    operationOfEvent = null;
    siteOfEvent = record.site;
    switch (record.meaning) {
        case TICK:
        case MICROTASK:
            records.delete(id);
            return begin(event, 0);
        case IMMEDIATE:
            records.delete(id);
            takeTurn();
            return begin(event, 0);
        case TIMER:
            takeTurn();
            if (!record.resource._repeat) record.event = 0;
            return event === 0 ? began(eventKinds.IO) : begin(event, 0);
        case TASK: {
            records.delete(id);
            takeTurn();
            const key = keyNow();
            put(ops.FINISH, record.task, 0, 0);
            put(ops.TRIGGER, event, record.task, 0);
            operationOfEvent = record.operation;
            begin(event, key);
            if (record.operation !== null && record.operation.name === 'open') opened(record.operation);
            return;
        }
        case REQUEST: {
            records.delete(id);
            takeTurn();
            return begin(event, keyNow());
        }
        case HANDLE: {
            takeTurn();
            begin(event, keyOfHandle(record, id));
            askForNext(record);
            readsFrom(record);
            if (record.type === 'TCPSERVERWRAP') accepted();
            if (record.type === 'PROCESSWRAP' && childNames.has(record.resource.pid))
                put(ops.REAP, textOf(childNames.get(record.resource.pid)), 0, 0);
            if (record.type === 'MESSAGEPORT') received(record.resource);
        }
    }
};
const onAfter = () => {
    if (depth > 0) depth--;
};

// An event that nobody was seen to ask for.
const began = (kind) => begin(register(kind, 0), 0);

// Promises. `parent` is what a reaction waits for; of an await too.
class Promised {
    event = 0;
    parent = null;
    settled = false;
    operation = null;
    constructor(number) {
        this.number = number;
    }
}
let promised = null;
class PromiseStamp extends Identity {
    #record = promised;
    static of(promise) {
        return #record in promise ? promise.#record : null;
    }
}
let promises = 0;
let combining = null;
const newPromise = (promise) => {
    promised = new Promised(++promises);
    new PromiseStamp(promise);
    return promised;
};
const recordOf = (promise) => {
    const record = PromiseStamp.of(promise);
    if (record !== null) return record;
    const made = newPromise(promise);
    put(ops.PROMISE, made.number, 0, 0);
    return made;
};

const onPromise = (promise, parent) => {
    if (settledCount !== 0) tellSettled();
    const record = newPromise(promise);
    if (combining !== null && parent === undefined) {
        put(ops.COMBINE | (combining.kind << 8), record.number, combining.elements.length, 0);
        for (const element of combining.elements) put(ops.ELEMENT, element, 0, 0);
        combining = null;
        return;
    }
    put(ops.PROMISE, record.number, 0, 0);
    if (parent === undefined) return;
    record.parent = recordOf(parent);
    record.event = ++events;
    put(ops.THEN, record.event, record.parent.number, siteNow());
};
const onPromiseBefore = (promise) => {
    depth++;
    nameStarted();
    const record = PromiseStamp.of(promise);
    operationOfEvent = null;
    siteOfEvent = 0;
    // Where the parent is not settled it is no reaction but the call of a thenable's then().
    if (record === null || record.event === 0 || !record.parent.settled) return began(eventKinds.JOB);
    const { event, parent } = record;
    record.event = 0;
    operationOfEvent = parent.operation;
    begin(event, 0);
};
const onPromiseAfter = () => {
    if (depth > 0) depth--;
};
const onSettled = (promise) => {
    const record = recordOf(promise);
    record.settled = true;
    record.operation = operationOfEvent;
    settledPromises[settledCount] = promise;
    settledNumbers[settledCount++] = record.number;
};
// V8 tells before it knows whether a promise is fulfilled; behind the event it does.
const settledPromises = [];
const settledNumbers = [];
let settledCount = 0;
const REJECTED = 2;
const tellSettled = () => {
    for (let i = 0; i < settledCount; i++) {
        const fulfilled = native.stateOf(settledPromises[i]) === REJECTED ? 0 : 1;
        settledPromises[i] = undefined;
        put(ops.SETTLE | (fulfilled << 8), settledNumbers[i], 0, 0);
    }
    settledCount = 0;
};

// Only the element that decides is seen otherwise.
const { isPromise } = require('util').types;
const combine = (kind) =>
    function (given) {
        combining = null;
        if (this !== Promise || !isObject(given)) return undefined;
        let elements;
        try {
            if (typeof given[Symbol.iterator] !== 'function') return undefined;
            elements = [...given];
        } catch (error) {
            return failing(error);
        }
        const numbers = [];
        for (let i = 0; i < elements.length; i++) {
            if (!isObject(elements[i])) continue;
            // the same is done with it there: what has then() becomes a promise
            if (!isPromise(elements[i])) elements[i] = apply(resolvePromise, Promise, [elements[i]]);
            numbers[numbers.length] = recordOf(elements[i]).number;
        }
        combining = { kind, elements: numbers };
        return elements;
    };
const resolvePromise = Promise.resolve;
const failing = (error) => ({
    [Symbol.iterator]() {
        throw error;
    },
});
const combined = () => {
    combining = null;
};

// Listeners: what was added in the main script precedes everything anyway.
const MOST_LISTENERS = 64; // that are remembered of one emitter: the newest
let added = null;
class Listened extends Identity {
    #list = added;
    static of(emitter) {
        return #list in emitter ? emitter.#list : null;
    }
}
class Listening {
    constructor(type, listener, number) {
        this.type = type;
        this.listener = listener;
        this.number = number;
        this.told = serial;
    }
}
let listeners = 0;
const listens = function (type, listener) {
    if (!armed || typeof listener !== 'function' || !isObject(this)) return;
    put(ops.LISTEN, ++listeners, siteNow(), 0);
    let list = Listened.of(this);
    if (list === null) {
        added = list = [];
        new Listened(this);
    }
    if (list.length === MOST_LISTENERS) for (let i = 1; i < MOST_LISTENERS; i++) list[i - 1] = list[i];
    list[list.length === MOST_LISTENERS ? MOST_LISTENERS - 1 : list.length] = new Listening(type, listener, listeners);
};
const isListening = (current, listener) => {
    if (current === listener) return true;
    if (isArray(current)) for (let i = 0; i < current.length; i++) if (current[i] === listener) return true;
    return false;
};
const emits = function (type) {
    if (this === process && (type === 'exit' || type === 'beforeExit')) {
        nameStarted();
        takeTurn();
        began(eventKinds.IO);
        put(ops.LAST, 0, 0, 0);
        return;
    }
    if (type === 'message' || type === 'internalMessage') hears(this);
    if (type === 'data' || type === 'end' || type === 'close') streams(this, type);
    const list = isObject(this) ? Listened.of(this) : null;
    if (list === null) return;
    const current = this._events && this._events[type];
    for (let i = 0; i < list.length; i++) {
        const entry = list[i];
        if (entry.type !== type || entry.told === serial || !isListening(current, entry.listener)) continue;
        if (isArray(current) && current[0] !== entry.listener) {
            emitsToSome(this, type, current, list);
            return;
        }
        entry.told = serial;
        put(ops.EMIT, entry.number, 0, 0);
    }
};
// Those that were there before are called before, and follow nobody. What emit() calls is a copy of the list: for its sake
// the list has a guest in front of each late one, which the first guest takes out again.
const emitsToSome = (emitter, type, current, list) => {
    const shown = [
        () => {
            if (emitter._events && emitter._events[type] === shown) emitter._events[type] = current;
        },
    ];
    for (let i = 0; i < current.length; i++) {
        for (let j = 0; j < list.length; j++) {
            const entry = list[j];
            if (entry.type !== type || entry.told === serial || entry.listener !== current[i]) continue;
            entry.told = serial;
            shown[shown.length] = () => put(ops.EMIT, entry.number, 0, 0);
        }
        shown[shown.length] = current[i];
    }
    emitter._events[type] = shown;
};

// "What comes from here on follows what ran there": as of a listener, without one.
const markHere = () => {
    put(ops.LISTEN, ++listeners, 0, 0);
    return listeners;
};
const follow = (mark) => put(ops.EMIT, mark, 0, 0);

// Streams. A readable one ends after all its chunks, in whatever order those came. A writable one hands out the next chunk
// when it was told that the last is done: that callback comes before the next call of _write().
let streamed = null;
class Streamed extends Identity {
    #state = streamed;
    static of(stream) {
        return #state in stream ? stream.#state : null;
    }
}
class StreamState {
    chunks = [];
    chunkAt = 0; // serial of the event that the last of them is from
    written = 0;
    writtenAt = 0;
    isWritable = false;
}
const stateOf = (stream) => {
    const state = Streamed.of(stream);
    if (state !== null) return state;
    streamed = new StreamState();
    new Streamed(stream);
    return streamed;
};
const MOST_CHUNKS = 100000;
const streams = (stream, type) => {
    if (!armed || !isObject(stream) || !isObject(stream._readableState)) return;
    const state = stateOf(stream);
    if (type === 'data') {
        if (state.chunkAt === serial || state.chunks.length === MOST_CHUNKS) return;
        state.chunkAt = serial;
        state.chunks[state.chunks.length] = markHere();
    } else {
        for (let i = 0; i < state.chunks.length; i++) follow(state.chunks[i]);
        state.chunks.length = 0;
    }
};
const writes = function () {
    const own_ = isObject(this) ? this._writableState : undefined;
    if (!armed || !isObject(own_) || typeof own_.onwrite !== 'function') return;
    const state = stateOf(this);
    if (!state.isWritable) {
        state.isWritable = true;
        wrap(own_, 'onwrite', () => {
            state.written = markHere();
            state.writtenAt = serial;
        });
    }
    if (state.written !== 0 && !own_.writing && state.writtenAt !== serial) follow(state.written);
};

// What a socket delivers follows what its peer has written: of a connection both ends know the two addresses, and how many
// bytes have gone. Ends in other processes of the run are known by the same name.
class Wire {
    read = 0;
    ended = false;
    constructor(local, peer) {
        this.sends = `${local}>${peer}`;
        this.receives = `${peer}>${local}`;
    }
}
const replaceText = String.prototype.replace;
const addressOf = (handle, method) => { // an IPv4 peer is known by two names
    const out = {};
    return typeof handle[method] === 'function' && handle[method](out) === 0 && out.port ? `${apply(replaceText, out.address, ['::ffff:', ''])}:${out.port}` : undefined;
};
let wired = null;
class Wired extends Identity {
    #wire = wired;
    static of(handle) {
        return #wire in handle ? handle.#wire : null;
    }
}
const wireOf = (handle) => {
    if (!isObject(handle) || typeof handle.bytesRead !== 'number') return null;
    const known = Wired.of(handle);
    if (known !== null) return known;
    const local = addressOf(handle, 'getsockname');
    const peer = local && addressOf(handle, 'getpeername');
    if (!peer) return null;
    wired = new Wire(local, peer);
    wired.kind = handle.constructor && handle.constructor.name === 'TLSWrap' ? 'tls' : 'tcp';
    new Wired(handle);
    return wired;
};
// Of the resource that is called back: a handle, or the parser that reads from one.
const readsFrom = (record) => {
    const { resource } = record;
    let handle = resource;
    if (record.type === 'HTTPINCOMINGMESSAGE' || record.type === 'HTTPCLIENTREQUEST') handle = (resource.socket || resource.req?.socket)?._handle;
    else if (record.type !== 'TCPWRAP' && record.type !== 'TLSWRAP') return;
    const wire = wireOf(handle);
    if (wire === null) return;
    const count_ = handle.bytesRead;
    if (count_ > wire.read) put(ops.RECEIVE, textOf(`${wire.kind} ${wire.receives} ${wire.read} ${count_}`), 0, 0);
    else if (!wire.ended) put(ops.RECEIVE, textOf(`wire end ${wire.receives}`), 0, 0);
    wire.ended ||= count_ === wire.read;
    wire.read = count_;
};
let writtenBefore = 0;
const writesTo = function () {
    writtenBefore = isObject(this) && !this.connecting && isObject(this._handle) ? this._handle.bytesWritten : NaN;
};
const wroteTo = function () {
    const handle = isObject(this) ? this._handle : null;
    if (!isObject(handle) || !(handle.bytesWritten > writtenBefore)) return;
    const wire = wireOf(handle);
    if (wire !== null) put(ops.SEND, textOf(`${wire.kind} ${wire.sends} ${writtenBefore} ${handle.bytesWritten}`), 0, 0);
};
const endsWire = function () {
    const wire = isObject(this) ? wireOf(this._handle ?? this) : null;
    if (wire !== null) put(ops.SEND, textOf(`wire end ${wire.sends}`), 0, 0);
};
let newestSocket = null; // that was made last: by a server, before it tells of it
let learntSockets = false;
const learnsSockets = (prototype) => {
    if (learntSockets) return;
    learntSockets = true;
    for (const method of ['connect', 'connect6']) {
        let address;
        const before = (request, host, port) => {
            address = typeof port === 'number' ? `${host}:${port}` : undefined;
        };
        const after = function () {
            const local = address && addressOf(this, 'getsockname');
            if (local) put(ops.SEND, textOf(`wire connect ${local}`), 0, 0);
        };
        wrap(prototype, method, before, after);
    }
    let of = prototype;
    while (of !== null && !hasOwn(of, 'shutdown')) of = getPrototypeOf(of);
    if (of !== null) wrap(of, 'shutdown', endsWire);
};
const accepted = () => {
    const peer = newestSocket !== null && addressOf(newestSocket, 'getpeername');
    if (peer) put(ops.RECEIVE, textOf(`wire connect ${peer}`), 0, 0);
    newestSocket = null;
};

// EventTargets: who was removed is forgotten.
const listensTo = function (type, listener) {
    if (listener !== null && typeof listener === 'object') return apply(listens, this, [type, () => {}]);
    apply(listens, this, [type, listener]);
};
const forgets = function (type, listener) {
    const list = isObject(this) ? Listened.of(this) : null;
    if (list === null) return;
    for (let i = 0; i < list.length; i++) if (list[i].type === type && list[i].listener === listener) list[i].type = undefined;
};
const dispatches = function (event) {
    const list = isObject(this) && isObject(event) ? Listened.of(this) : null;
    if (list === null) return;
    for (let i = 0; i < list.length; i++) {
        const entry = list[i];
        if (entry.type !== event.type || entry.told === serial) continue;
        entry.told = serial;
        put(ops.EMIT, entry.number, 0, 0);
    }
};

// Messages between threads and processes have no name: the first that one side sends is the first that the other gets.
const sent = makeMap();
const count = (line) => {
    const number = (sent.get(line) || 0) + 1;
    sent.set(line, number);
    return textOf(`${line} ${number}`);
};
const { isMainThread, parentPort, threadId } = workers;
const own = `message ${asked.process}/${threadId}`;
const posts = function () {
    if (!isMainThread && this === parentPort) put(ops.SEND, count(`${own} up`), 0, 0);
    else if (channelOf(this) !== null) put(ops.SEND, count(`${channelOf(this).sends}`), 0, 0);
};
// The two ports of a MessageChannel are made one right after the other.
let channels = 0;
let newestPort = null;
class Channelled extends Identity {
    #names = added;
    static of(port) {
        return #names in port ? port.#names : null;
    }
}
const channelOf = (port) => (isObject(port) ? Channelled.of(port) : null);
const pairs = (id, port) => {
    if (newestPort !== null && newestPort.id + 1 === id) {
        const name = `channel ${asked.process}/${threadId} ${++channels}`;
        added = { sends: `${name} a`, receives: `${name} b`, received: 0 };
        new Channelled(newestPort.port);
        added = { sends: `${name} b`, receives: `${name} a`, received: 0 };
        new Channelled(port);
        newestPort = null;
    } else {
        newestPort = { id, port };
    }
};

// Both ends are here; a port's callback also runs without a message.
const receivedOn = (channel) => {
    const number = sent.get(channel.receives) || 0;
    if (channel.received < number) channel.received++;
    if (channel.received > 0) put(ops.RECEIVE, textOf(`${channel.receives} ${channel.received}`), 0, 0);
};

// Atomics order: who loads or waits comes behind whoever stored there last.
let atomicView = null;
const atomicName = (view, index) => (isView(view) && typeof index === 'number' && apply(viewBuffer, view, []) instanceof Shared ? `atomic ${asked.process} ${sharedElement(view, index)}` : null);
const remembersView = (view, index) => {
    atomicView = armed ? atomicName(view, index) : null;
};
const synchronises = (op) => (view, index) => {
    remembersView(view, index);
    if (atomicView === null) return;
    takeTurn();
    put(op, textOf(atomicView), 0, 0);
};
const synchronised = () => {
    if (atomicView === null) return;
    takeTurn();
    put(ops.RECEIVE, textOf(atomicView), 0, 0);
    atomicView = null;
};
const postsDown = function () {
    if (this.threadId >= 0) put(ops.SEND, count(`message ${asked.process}/${this.threadId} down`), 0, 0);
};
const received = (port) => {
    if (!isMainThread && port === parentPort) put(ops.RECEIVE, count(`${own} down`), 0, 0);
    else if (channelOf(port) !== null) receivedOn(channelOf(port));
};
const threadIds = new WeakMap();
const { isPrototypeOf } = Object.prototype;
const isA = (type, object) => apply(isPrototypeOf, type.prototype, [object]);
// `message` and `internalMessage` of a process are counted together, as they are sent.
const sends = (line) => () => put(ops.SEND, count(line), 0, 0);
const hears = (emitter) => {
    if (emitter === process) {
        put(ops.RECEIVE, count(`ipc ${asked.process} down`), 0, 0);
    } else if (isA(children.ChildProcess, emitter)) {
        if (childNames.has(emitter.pid)) put(ops.RECEIVE, count(`ipc ${childNames.get(emitter.pid)} up`), 0, 0);
    } else if (isA(workers.Worker, emitter)) {
        if (emitter.threadId >= 0) threadIds.set(emitter, emitter.threadId);
        put(ops.RECEIVE, count(`message ${asked.process}/${threadIds.get(emitter)} up`), 0, 0);
    }
};

const startCausality = () => {
    const name = isMainThread ? `process ${asked.process}` : `thread ${asked.process}/${threadId}`;
    takeTurn();
    put(ops.MAIN, isMainThread && !asked.process.includes('.') ? 0 : textOf(name), 0, 0);
    const hook = { init: onInit, before: onBefore, after: onAfter };
    if (major >= 24) hook.trackPromises = false;
    createHook(hook).enable();
    promiseHooks.createHook({ init: onPromise, before: onPromiseBefore, after: onPromiseAfter, settled: onSettled });
    for (const [method, kind] of [
        ['all', combinators.ALL],
        ['allSettled', combinators.ALL_SETTLED],
        ['any', combinators.ANY],
        ['race', combinators.RACE],
    ])
        wrap(Promise, method, combine(kind), combined, 1);
    const { prototype } = events_.EventEmitter;
    wrap(prototype, 'addListener', listens);
    prototype.on = prototype.addListener;
    wrap(prototype, 'prependListener', listens);
    wrap(prototype, 'emit', emits);
    wrap(EventTarget.prototype, 'addEventListener', listensTo);
    wrap(EventTarget.prototype, 'removeEventListener', forgets);
    wrap(EventTarget.prototype, 'dispatchEvent', dispatches);
    for (const name of ['store', 'add', 'sub', 'and', 'or', 'xor', 'exchange', 'compareExchange', 'notify'])
        wrap(Atomics, name, synchronises(ops.SEND), name === 'store' || name === 'notify' ? undefined : synchronised);
    for (const name of ['load', 'wait']) wrap(Atomics, name, remembersView, synchronised);
    wrap(workers.MessagePort.prototype, 'postMessage', posts);
    wrap(workers.Worker.prototype, 'postMessage', postsDown);
    const { Writable } = require('stream');
    for (const name of ['write', 'end']) wrap(Writable.prototype, name, writes);
    const net = require('net');
    wrap(net.Socket.prototype, '_writeGeneric', writesTo, wroteTo);
    wrap(net.Socket.prototype, '_destroy', endsWire);
    wrap(children.ChildProcess.prototype, 'spawn', spawns, spawned);
    for (const name of ['spawnSync', 'execSync', 'execFileSync']) wrap(children, name, spawns, ranToItsEnd);
    if (isMainThread && hasOwn(process, '_send')) wrap(process, '_send', sends(`ipc ${asked.process} up`));
};
