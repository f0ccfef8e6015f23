// Files: what a call of fs touches, by a table. A call that goes to the thread pool touches them in its tasks, of which it
// may have several, one after the other; what a task belongs to is known when it is made, inside of the call or in the
// event that completes the task before.

const fs = require('fs');
const { resolve } = require('path').posix;

// name of the function: what it does with which argument. open: its second argument tells; make: a path is created, what is
// open already is not.
const fileTable = {
    access: 'STAT 0',
    appendFile: 'make 0 WRITE 0',
    chmod: 'WRITE 0',
    chown: 'WRITE 0',
    close: 'CLOSE 0',
    copyFile: 'READ 0 CREATE 1 WRITE 1',
    cp: 'READ 0 CREATE 1 WRITE 1',
    exists: 'STAT 0',
    fchmod: 'WRITE 0',
    fchown: 'WRITE 0',
    fdatasync: 'READ 0',
    fstat: 'STAT 0',
    fsync: 'READ 0',
    ftruncate: 'WRITE 0',
    futimes: 'WRITE 0',
    lchmod: 'WRITE 0',
    lchown: 'WRITE 0',
    link: 'STAT 0 CREATE 1',
    lstat: 'STAT 0',
    lutimes: 'WRITE 0',
    mkdir: 'CREATE 0',
    mkdtemp: 'CREATE 0',
    open: 'open 0',
    openAsBlob: 'READ 0',
    opendir: 'LIST 0',
    read: 'READ 0',
    readFile: 'READ 0',
    readdir: 'LIST 0',
    readlink: 'STAT 0',
    readv: 'READ 0',
    realpath: 'STAT 0',
    rename: 'RENAME_FROM 0 RENAME_TO 1',
    rm: 'DELETE 0',
    rmdir: 'DELETE 0',
    stat: 'STAT 0',
    symlink: 'CREATE 1',
    truncate: 'WRITE 0',
    unlink: 'DELETE 0',
    utimes: 'WRITE 0',
    watch: 'STAT 0',
    watchFile: 'STAT 0',
    write: 'WRITE 0',
    writeFile: 'make 0 WRITE 0',
    writev: 'WRITE 0',
};
// Of a FileHandle.
const handleTable = {
    appendFile: 'WRITE',
    chmod: 'WRITE',
    chown: 'WRITE',
    datasync: 'READ',
    read: 'READ',
    readFile: 'READ',
    readv: 'READ',
    stat: 'STAT',
    sync: 'READ',
    truncate: 'WRITE',
    utimes: 'WRITE',
    write: 'WRITE',
    writeFile: 'WRITE',
    writev: 'WRITE',
};

// While modules are loaded, their files are nobody's data; but what a module does while it is compiled and run is.
let loading = null;
const loads = (is) => () => {
    loading = { is, outer: loading, level: inside[0] };
};
const loaded = () => {
    if (loading !== null) loading = loading.outer;
};
const isLoading = () => {
    while (loading !== null && inside[0] <= loading.level) loading = loading.outer;
    return loading !== null ? loading.is : !armed;
};

class Operation {
    touched = [];
    name = '';
    site = 0;
    outer = operation;
    level = inside[0];
}
// A call that has thrown did not come back: it is over when fewer calls are under way than it had around it.
const operationNow = () => {
    while (operation !== null && inside[0] <= operation.level) operation = operation.outer;
    return operation !== null ? operation : operationOfEvent;
};
const leave = () => {
    if (operation !== null) operation = operation.outer;
};
// What is created is so by the first of the tasks.
const touchFiles = (of, task) => {
    for (const one of of.touched) {
        if (one.kind === fileKinds.CREATE && one.told) continue;
        one.told = true;
        put(ops.FILE | (one.kind << 8), one.path, task, of.site);
    }
};

const decode = decodeURIComponent;
const bufferText = Buffer.prototype.toString;
const workingFolder = process.cwd;
const pathOf = (given) => {
    let path = given;
    if (typeof given === 'number') path = native.pathOf(given);
    else if (Buffer.isBuffer(given)) path = apply(bufferText, given, []);
    else if (given instanceof URL) path = decode(given.pathname);
    else if (isObject(given) && typeof given.fd === 'number') path = native.pathOf(given.fd);
    if (typeof path !== 'string' || path.length === 0) return 0;
    return textOf(native.place(resolve(workingFolder(), path)));
};

const { O_CREAT } = fs.constants;
const kindOfOpen = (how) => {
    if (typeof how === 'number') return (how & O_CREAT) !== 0 ? fileKinds.CREATE : fileKinds.OPEN;
    return typeof how === 'string' && /[wa]/.test(how) ? fileKinds.CREATE : fileKinds.OPEN;
};

// Who has a descriptor comes behind whoever opened it; where a path was opened several times it is not known which it was.
const openings = makeMap(); // marks by path; -1: several
const opened = (of) => {
    for (const one of of.touched) openings.set(one.path, openings.has(one.path) ? -1 : markHere());
};

// The standard streams are nobody's data.
const add = (made, kind, given) => {
    if (typeof given === 'number' && given < 3) return;
    const path = pathOf(given);
    if (typeof given === 'number' && openings.get(path) > 0) follow(openings.get(path));
    if (path !== 0) made.touched[made.touched.length] = { kind, path, told: false };
};

// What is called before and after a function of fs.
const observeCall = (object, name, rule, isSync) => {
    const words_ = rule.split(' ');
    const before = (...given) => {
        operationNow();
        const made = new Operation();
        for (let i = 0; i < words_.length; i += 2) {
            const what = given[words_[i + 1]];
            if (words_[i] === 'open') add(made, kindOfOpen(given[1]), what);
            else if (words_[i] !== 'make') add(made, fileKinds[words_[i]], what);
            else if (typeof what === 'string' || Buffer.isBuffer(what) || what instanceof URL) add(made, fileKinds.CREATE, what);
        }
        if (made.touched.length) made.site = siteOfCall(name) || (made.outer || operationOfEvent)?.site || siteOfEvent;
        // fs.truncate opens and then works on the descriptor without another call
        if (name === 'open' && made.outer !== null && made.outer.name === 'truncate') for (const one of made.outer.touched) made.touched[made.touched.length] = one;
        made.name = name;
        // A call inside of a synchronous one is part of it.
        if (isSync && operation === null && !isLoading()) touchFiles(made, 0);
        operation = made;
    };
    wrap(object, name, before, leave);
};

const observeHandles = (prototype) => {
    for (const name of keysOf(handleTable)) {
        const kind = fileKinds[handleTable[name]];
        const before = function () {
            operationNow();
            const made = new Operation();
            add(made, kind, this.fd);
            if (made.touched.length) made.site = siteOfCall(name);
            operation = made;
        };
        wrap(prototype, name, before, leave);
    }
};

// A FileHandle's close() is its own; below it is the method of a class that the first such handle shows.
let closes = false;
const closesHandles = (prototype) => {
    if (closes) return;
    closes = true;
    const before = function () {
        operationNow();
        const made = new Operation();
        add(made, fileKinds.CLOSE, this.fd);
        made.site = siteOfCall('close');
        operation = made;
    };
    wrap(prototype, 'close', before, leave);
};

// The class of file handles is nobody's to give; the first that is made shows it.
const learnHandles = () => {
    const { EventEmitter } = events_;
    const init = EventEmitter.init;
    EventEmitter.init = function (...given) {
        const made = getPrototypeOf(this);
        if (made.constructor.name === 'FileHandle') {
            EventEmitter.init = init;
            observeHandles(made);
        }
        return apply(init, this, given);
    };
};

const startFiles = () => {
    for (const name of keysOf(fileTable)) {
        observeCall(fs, name, fileTable[name], name === 'watch' || name === 'watchFile');
        observeCall(fs, `${name}Sync`, fileTable[name], true);
        observeCall(fs.promises, name, fileTable[name], false);
    }
    learnHandles();
    // A stream touches its file later, from ticks of its own: they remember who made it.
    for (const name of ['createReadStream', 'createWriteStream']) {
        const before = () => {
            operationNow();
            const made = new Operation();
            made.site = siteOfCall(name);
            operation = made;
        };
        wrap(fs, name, before, leave);
    }

    // Other resources.
    const resource = (access, text) => put(ops.RESOURCE | (access << 8), textOf(text), 0, siteNow());
    const net = require('net');
    const portOf = (given) => (isObject(given) ? given.port || given.path : given);
    wrap(net.Server.prototype, 'listen', (given) => resource(WRITE, `port ${portOf(given)}`));
    wrap(net.Socket.prototype, 'connect', (given) => {
        const first = isArray(given) ? given[0] : given;
        resource(READ, `port ${portOf(first)}`);
    });
    wrap(process, 'chdir', () => resource(WRITE, 'cwd'));
    wrap(process, 'cwd', () => {
        if (armed && operation === null) resource(READ, 'cwd');
    });
};
