// Sources are instrumented as they are loaded, and everything begins.

const NAME = '$__interloper';
const { readFileSync } = fs;
const globs = { only: [], skip: [] };
const readGlobs = () => {
    let text = '';
    try {
        text = readFileSync(`${asked.folder}/observe`, 'utf8');
    } catch {
        return; // nothing is left out
    }
    for (const line of text.split('\n')) {
        const [word, ...rest] = line.split(' ');
        if (hasOwn(globs, word)) globs[word].push(globOf(rest.join(' ')));
    }
};
// ** any folders, * any name, ? any character; a pattern without a slash at its start may begin at any folder.
const globOf = (pattern) => {
    const text = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/\*\*\/|\*\*|\*|\?/g, (part) => ({ '**/': '(.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' })[part]);
    return new RegExp(`${pattern.startsWith('/') ? '^' : '(^|/)'}${text}$`);
};
const isWanted = (path) => {
    const { test } = RegExp.prototype;
    const matches = (glob) => apply(test, glob, [path]);
    return (globs.only.length === 0 || globs.only.some(matches)) && !globs.skip.some(matches);
};

const { isWellFormed } = String.prototype;
const instrumented = (text, path, isModule) => {
    if (path !== UNKNOWN && !isWanted(path)) return undefined;
    if (isWellFormed && !apply(isWellFormed, text, [])) return refused(path, 'half a surrogate');
    const made = native.instrument(text, path, isModule ? 1 : 0, level === 1 ? 1 : 0, path === UNKNOWN ? 1 : 0);
    if (made === undefined) return refused(path, 'too large');
    if (made.refusal !== undefined) return refused(path, made.refusal);
    addSites(made.first, made.kinds);
    return made.text;
};
const refused = (path, why) => {
    unseen(`${path}: ${why}`, -1);
    return undefined;
};

// Before 22 there are no hooks for ES modules but in a thread of their own. But their text is decoded in ours, by the function
// that everybody has; which file it is the module says when it begins.
const UNKNOWN = '';
const isModuleText = () => {
    const list = stackOf(isModuleText, 3);
    return list.some((frame) => frame.getFunctionName() === 'moduleStrategy' && frame.getFileName() === 'node:internal/modules/esm/translators');
};
const startDecoding = () => {
    const after = (text) => (typeof text === 'string' && isModuleText() ? instrumented(text, UNKNOWN, true) : undefined);
    wrap(TextDecoder.prototype, 'decode', undefined, after, 2);
};
const tellPath = (first, url) => {
    const path = typeof url === 'string' && url.startsWith('file:') ? decode(new URL(url).pathname) : String(url);
    const count = native.setPath(first, path);
    if (!isWanted(path)) used.fill(Infinity, first, first + count);
};

// Types are taken out in place: lines and columns stay. What is more than that (enums) is left to Node, and refused by us.
const isTyped = (format) => typeof format === 'string' && format.endsWith('typescript');
const stripped = (text) => {
    const { stripTypeScriptTypes } = require('module');
    const { emitWarning } = process;
    if (typeof stripTypeScriptTypes !== 'function') return text;
    try {
        process.emitWarning = () => {}; // that the function is experimental
        return stripTypeScriptTypes(text);
    } catch {
        return text;
    } finally {
        process.emitWarning = emitWarning;
    }
};

const startLoading = () => {
    const Module = require('module');
    defineProperty(globalThis, NAME, { value: marks });
    const compiles = loads(false);
    wrap(
        Module.prototype,
        '_compile',
        (text, path, format) => {
            compiles();
            if (typeof text !== 'string' || typeof path !== 'string') return undefined;
            return instrumented(isTyped(format) ? stripped(text) : text, path, false);
        },
        loaded,
        1,
    );
    wrap(Module, '_load', loads(true), loaded);
    if (Module.registerHooks)
        Module.registerHooks({
            load(url, context, next) {
                const loaded = next(url, context);
                const typed = loaded.format === 'module-typescript';
                if ((loaded.format !== 'module' && !typed) || loaded.source == null || !url.startsWith('file:')) return loaded;
                const text = typeof loaded.source === 'string' ? loaded.source : apply(bufferText, Buffer.from(loaded.source), []);
                const path = decode(new URL(url).pathname);
                const source = instrumented(typed ? stripped(text) : text, path, true);
                return source === undefined ? loaded : { ...loaded, format: 'module', source };
            },
        });
    else startDecoding();
    const vm = require('vm');
    for (const name of ['runInContext', 'runInNewContext', 'runInThisContext', 'compileFunction'])
        wrap(vm, name, () => unseen('vm', lastSite));
};

readGlobs();
startFiles();
startLoading();
startCausality();
require('module').syncBuiltinESMExports();
