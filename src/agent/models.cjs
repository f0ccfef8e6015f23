// Wraps the functions of packages that interloper.json names under "models" (docs/models.md). The body of a function of
// (hold, refused, require, file, text): hold(name, then) calls `then` when an operation of that name is over; both its start and its end
// can be late. `text` is what the file holds; refused() says that what is thrown next is its fault.
'use strict';
const path = require('path');
const Module = require('module');
const { AsyncResource } = require('async_hooks');
const { apply } = Reflect;

// Without our own frames: who reads the end of the output wants the line.
const fail = (where, why) => {
    const error = new Error(`interloper: ${file}: ${typeof where === 'number' ? `models[${where}]` : where}: ${why}`);
    error.stack = `Error: ${error.message}`;
    refused();
    throw error;
};

const read = () => {
    try {
        return JSON.parse(text.replace(/^\ufeff/, ''));
    } catch (error) {
        return fail('no JSON', error.message);
    }
};
const { models = [] } = read() || {};
if (!Array.isArray(models)) fail('models', 'an array expected');

// Answers of one object that come in the order of its calls. `lines` has for each object those that are not yet over.
const lines = new WeakMap();
const inLine = (object, then) => {
    const line = lines.get(object) || [];
    const place = { ready: null };
    lines.set(object, line);
    line.push(place);
    return (...results) => {
        place.ready = () => then(...results);
        while (line.length && line[0].ready) line.shift().ready();
    };
};

const wrap = (original, name, { callback, promise, connected, action = true }) => {
    const begin = (then) => (action ? hold(name, AsyncResource.bind(then)) : then());
    const ordered = (object, then) => {
        const isObject = (typeof object === 'object' && object !== null) || typeof object === 'function';
        return connected && isObject ? inLine(object, then) : then;
    };
    // What was asked for first is begun first, too, where the calls of an object are connected.
    const called = (object, call) => begin(ordered(object, call));

    if (promise)
        return function (...args) {
            return new Promise((resolve, reject) => {
                const answered = ordered(this, (settle, value) => settle(value));
                const late = (settle, value) => hold(name, () => answered(settle, value));
                called(this, () => {
                    try {
                        Promise.resolve(apply(original, this, args)).then(
                            (value) => late(resolve, value),
                            (error) => late(reject, error),
                        );
                    } catch (error) {
                        late(reject, error);
                    }
                });
            });
        };

    return function (...args) {
        const at = callback === 'last' ? args.length - 1 : callback;
        const then = args[at];
        if (typeof then !== 'function') return apply(original, this, args);
        const answered = ordered(this, AsyncResource.bind(then));
        args[at] = function (...results) {
            hold(name, () => apply(answered, this, results));
        };
        if (!action) return apply(original, this, args);
        called(this, () => apply(original, this, args));
    };
};

// A stream (or the class of one) hands on what it reads whenever it likes, in its order: each piece and the end can be late, although
// whoever wrote it collects everything first.
const wrapStream = (original, name) => {
    const wrapper = function (...args) {
        const stream = new.target ? Reflect.construct(original, args, new.target === wrapper ? original : new.target) : apply(original, this, args);
        if (!stream || typeof stream.push !== 'function') return stream;
        const push = stream.push;
        stream.push = function (...piece) {
            const later = inLine(stream, () => stream.destroyed || apply(push, stream, piece));
            hold(name, AsyncResource.bind(() => later()));
            return stream.readableLength < stream.readableHighWaterMark;
        };
        return stream;
    };
    wrapper.prototype = original.prototype;
    return wrapper;
};

const patch = (index, exported) => {
    const model = models[index];
    const keys = model.function.split('.');
    const last = keys.pop();
    let owner = exported;
    for (const key of keys) owner = owner === undefined || owner === null ? undefined : owner[key];
    const original = owner === undefined || owner === null ? undefined : owner[last];
    if (typeof original !== 'function') fail(index, `${model.module} has no function ${model.function}`);
    const name = `${path.basename(model.module).replace(/\.[a-z]+$/, '')}.${model.function}`;
    const wrapper = model.stream ? wrapStream(original, name) : wrap(original, name, model);
    for (const key of Reflect.ownKeys(original)) {
        const own = Object.getOwnPropertyDescriptor(wrapper, key);
        if (!own || own.configurable) Object.defineProperty(wrapper, key, Object.getOwnPropertyDescriptor(original, key));
    }
    const { writable, enumerable } = Object.getOwnPropertyDescriptor(owner, last) || { writable: true, enumerable: true };
    if (writable === false) fail(index, `${model.function} cannot be replaced`);
    Object.defineProperty(owner, last, { value: wrapper, writable: true, enumerable, configurable: true });
};

models.forEach((model, index) => {
    if (!model || typeof model.module !== 'string' || typeof model.function !== 'string') fail(index, 'names no module and function');
    if ((model.callback !== undefined) + Boolean(model.promise) + Boolean(model.stream) !== 1)
        fail(index, 'has either "callback", "promise" or "stream"');
    if (model.callback !== undefined && model.callback !== 'last' && !(Number.isInteger(model.callback) && model.callback >= 0)) fail(index, '"callback" is a number from 0 or "last"');
});

// A module is known by what it is asked for, or, where the model has a path, by its file.
const folder = path.dirname(file);
const isPath = (name) => name[0] === '.' || name[0] === '/';
const wanted = models.map(({ module }) => (isPath(module) ? path.resolve(folder, module) : module));
const done = new Set();
const load = Module._load;
Module._load = function (request, parent, isMain) {
    const exported = apply(load, this, [request, parent, isMain]);
    let resolved;
    wanted.forEach((name, index) => {
        if (done.has(index)) return;
        if (name[0] === '/') {
            if (!isPath(request) || path.basename(request).split('.')[0] !== path.basename(name).split('.')[0]) return;
            resolved = resolved || Module._resolveFilename(request, parent, isMain);
            if (resolved !== name && !resolved.startsWith(`${name}.`) && !resolved.startsWith(`${name}/`)) return;
        } else if (request !== name) return;
        done.add(index);
        patch(index, exported);
    });
    return exported;
};
