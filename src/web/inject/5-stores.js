// What a page keeps but does not show (footnote 3): the address, storage, cookies, databases, caches. Each is written under
// its name; the tool compares the values at the end (storedLines).

// ---- the address ----
// It is also changed by assigning location.hash, by links and by a way back, which pass no function of ours.

let address = location.href;
function flushAddress() {
  if (address === location.href) return;
  address = location.href;
  note('address', null, true);
}
for (const name of ['pushState', 'replaceState'])
  wrap(History.prototype, name, (native, self, args) => {
    const result = native.apply(self, args);
    if (self === history) note('address', null, true, address === location.href);
    address = location.href;
    return result;
  });

// ---- storage ----
// What is stored by assigning a property passes no function of ours: it is found by looking. Where much is stored, that is
// done only if the page took hold of a storage and called none of its functions.

const LARGE_STORAGE = 100000; // characters
const storages = ['localStorage', 'sessionStorage'].map((name) => [name, Object.getOwnPropertyDescriptor(window, name).get]);
let stored = new Map();
let storedSize = 0;
let touches = 0;

for (const [name] of storages)
  wrapGetter(window, name, (native, self) => {
    touches++;
    return native.call(self);
  });
wrapGetter(Storage.prototype, 'length', (native, self) => {
  touches--;
  return native.call(self);
});
for (const name of ['getItem', 'key'])
  wrap(Storage.prototype, name, (native, self, args) => {
    touches--;
    return native.apply(self, args);
  });

const storeName = (store) => (store === storages[0][1].call(window) ? 'localStorage' : 'sessionStorage');
for (const name of ['setItem', 'removeItem'])
  wrap(Storage.prototype, name, (native, self, args) => {
    const key = `${storeName(self)} ${args[0]}`;
    touches--;
    note(key, null, true);
    native.apply(self, args);
    name === 'setItem' ? stored.set(key, String(args[1])) : stored.delete(key);
  });
wrap(Storage.prototype, 'clear', (native, self, args) => {
  for (const key of Object.keys(self)) note(`${storeName(self)} ${key}`, null, true);
  native.apply(self, args);
  stored = storedValues();
});

function storedValues() {
  const values = new Map();
  storedSize = 0;
  for (const [name, get] of storages) {
    try {
      const store = get.call(window);
      for (const key of Object.keys(store)) {
        const value = natives.getItem.call(store, key);
        values.set(`${name} ${key}`, value);
        storedSize += key.length + value.length;
      }
    } catch (error) {
      // pages without an origin have no storage
    }
  }
  return values;
}

// Before the first user event nobody asks.
function flushStorage() {
  const looks = touches > 0 || storedSize < LARGE_STORAGE;
  touches = 0;
  if (root === background || !looks) return;
  const values = storedValues();
  for (const key of new Set([...stored.keys(), ...values.keys()]))
    if (stored.get(key) !== values.get(key)) note(key, null, true);
  stored = values;
}

// ---- cookies ----

wrapSetter(Document.prototype, 'cookie', (native, self, value) => {
  note('cookie ' + String(value).split('=')[0].trim(), null, true);
  native.call(self, value);
});
for (const name of ['set', 'delete'])
  wrap(window.CookieStore && CookieStore.prototype, name, (native, self, args) => {
    note(`cookie ${args[0] && typeof args[0] === 'object' ? args[0].name : args[0]}`, null, true);
    return storing(native.apply(self, args));
  });

// A browser takes its time to store something; it is waited for like the body of an answer.
function storing(promise) {
  const done = () => {
    bodies--;
    activity++;
  };
  bodies++;
  whenSettled(promise, done, done);
  return promise;
}

// ---- databases and caches ----
// Looked at in the end, where this page used them: service workers fill theirs when they like.

const MOST_STORES = 20;
const MOST_RECORDS = 200;
const MOST_OF_VALUE = 1000; // characters
const LOOK_TIME = 2000; // ms; a database that the page is about to delete does not open
const databases = new Set();
const cacheNames = new Map(); // cache -> name

natives.openDatabase = IDBFactory.prototype.open;
wrap(IDBFactory.prototype, 'open', (native, self, args) => {
  databases.add(String(args[0]));
  return native.apply(self, args);
});

const answerOf = (request) =>
  new Promise((done, fail) => {
    listenTo(request, 'success', () => done(request.result));
    listenTo(request, 'error', () => fail(request.error));
  });

for (const [type, names] of [['IDBObjectStore', ['put', 'add', 'delete', 'clear']], ['IDBCursor', ['update', 'delete']]])
  for (const name of names)
    wrap(window[type].prototype, name, (native, self, args) => {
      const request = native.apply(self, args);
      const source = self instanceof IDBCursor ? self.source : self;
      const store = source instanceof IDBIndex ? source.objectStore : source;
      note(`indexedDB ${store.transaction.db.name}/${store.name}`, null, true);
      storing(answerOf(request));
      return request;
    });

if (window.caches) natives.openCache = CacheStorage.prototype.open;
wrap(window.CacheStorage && CacheStorage.prototype, 'open', (native, self, args) => {
  const opened = native.apply(self, args);
  whenSettled(opened, (cache) => cacheNames.set(cache, String(args[0])), () => {});
  return opened;
});
for (const name of ['put', 'add', 'addAll', 'delete'])
  wrap(window.Cache && Cache.prototype, name, (native, self, args) => {
    for (const request of [args[0]].flat()) {
      const url = absolute(request instanceof Request ? request.url : String(request));
      note(`cache ${cacheNames.get(self)} ${shortUrl(url)}`, null, true);
    }
    return storing(native.apply(self, args));
  });

function valueText(value) {
  try {
    return String(JSON.stringify(value)).slice(0, MOST_OF_VALUE);
  } catch (error) {
    return String(value);
  }
}

async function databaseLines(name) {
  const lines = [];
  const database = await answerOf(natives.openDatabase.call(indexedDB, name));
  for (const store of [...database.objectStoreNames].slice(0, MOST_STORES)) {
    const records = database.transaction(store).objectStore(store);
    const found = [records.getAllKeys(null, MOST_RECORDS), records.getAll(null, MOST_RECORDS)].map(answerOf);
    const [keys, values] = [await found[0], await found[1]];
    keys.forEach((key, i) => lines.push(`indexedDB ${name}/${store} ${valueText(key)}=${valueText(values[i])}`));
  }
  database.close();
  return lines;
}

async function cacheLines(name) {
  const lines = [];
  const cache = await natives.openCache.call(caches, name);
  for (const request of (await cache.keys()).slice(0, MOST_RECORDS)) {
    const answer = await cache.match(request);
    const text = answer ? await natives.text.call(answer) : '';
    lines.push(`cache ${name} ${shortUrl(request.url)}=${valueText(text)}`);
  }
  return lines;
}

async function keptLines() {
  const lines = [];
  const there = databases.size ? (await indexedDB.databases()).map(({ name }) => name) : []; // to open another would make it
  for (const name of there.sort().filter((one) => databases.has(one))) lines.push(...(await databaseLines(name)));
  const opened = cacheNames.size ? await caches.keys() : [];
  for (const name of opened.filter((one) => [...cacheNames.values()].includes(one))) lines.push(...(await cacheLines(name)));
  return lines;
}

const withinTime = (work) =>
  new Promise((done) => {
    natives.setTimeout(() => done([]), LOOK_TIME);
    whenSettled(work, done, () => done([]));
  });

// The address without its origin: a server may have another port each time.
async function storedLines() {
  const lines = [...storedValues()].sort().map(([key, value]) => `${key}=${value}`);
  const kept = databases.size || cacheNames.size ? await withinTime(keptLines()) : [];
  return [`address ${location.href.slice(location.origin.length)}`, ...lines, ...kept].join('\n');
}
