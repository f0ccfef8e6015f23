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
    if (!isWanted(path)) return undefined;
    if (isWellFormed && !apply(isWellFormed, text, [])) return refused(path, 'half a surrogate');
    const made = native.instrument(text, path, isModule ? 1 : 0, level === 1 ? 1 : 0);
    if (made === undefined) return refused(path, 'too large');
    if (made.refusal !== undefined) return refused(path, made.refusal);
    addSites(made.first, made.kinds);
    return made.text;
};
const refused = (path, why) => {
    unseen(`${path}: ${why}`, -1);
    return undefined;
};

const startLoading = () => {
    const Module = require('module');
    defineProperty(globalThis, NAME, { value: marks });
    const compiles = loads(false);
    wrap(
        Module.prototype,
        '_compile',
        (text, path) => {
            compiles();
            return typeof text === 'string' && typeof path === 'string' ? instrumented(text, path, false) : undefined;
        },
        loaded,
        true,
    );
    wrap(Module, '_load', loads(true), loaded);
    if (Module.registerHooks)
        Module.registerHooks({
            load(url, context, next) {
                const loaded = next(url, context);
                if (loaded.format !== 'module' || loaded.source == null || !url.startsWith('file:')) return loaded;
                const text = typeof loaded.source === 'string' ? loaded.source : apply(bufferText, Buffer.from(loaded.source), []);
                const path = decode(new URL(url).pathname);
                const source = instrumented(text, path, true);
                return source === undefined ? loaded : { ...loaded, source };
            },
        });
    const vm = require('vm');
    for (const name of ['runInContext', 'runInNewContext', 'runInThisContext', 'compileFunction'])
        wrap(vm, name, () => unseen('vm', lastSite));
};

readGlobs();
startFiles();
startLoading();
startCausality();
require('module').syncBuiltinESMExports();
