// The trace of AjaxRacer, section 4.1: events (nodes), fork and join, and what each event changed. A node is a task of
// the browser together with the promise jobs that run right behind it. `current` is the node whose code is running; it
// stays until the next one, so that promise reactions and `await` belong to whom they should.

const background = makeNode(null, KIND.USER, 'the page itself');
let root = background;
let current = background;
let handler = '';
let depth = 0;
const nodes = [];
const joins = [];
const failures = []; // errors as they were told to the page, who may say that it has dealt with them
let activity = 0;

function makeNode(parent, kind, label, url) {
  return {
    parent, kind, label, url: url || '', created: parent ? callSite() : '', at: 0, ran: false, children: 0,
    root: parent ? parent.root : null, key: parent ? parent.key + '.' + ++parent.children : '',
    writes: new Map(), unseen: new Set(), due: 0, timers: parent ? parent.timers : 0, waited: parent ? parent.waited : 0,
    frames: parent ? parent.frames : 0, requests: parent ? parent.requests : 0,
  };
}

// A script that the page added runs without any hook of ours, but says who it is.
function active() {
  const script = document.currentScript;
  return (script && scriptNodes.get(script)) || current;
}

function fork(kind, label, url) {
  return makeNode(active(), kind, label, url);
}

// The node runs now, and keeps the floor until another does: promise jobs, and tasks that nobody announced (streams,
// databases), are taken for its own. That can only plan a test too many.
function enter(node) {
  activity++;
  flushWrites();
  if (!node.ran) {
    node.ran = true;
    node.at = clock.now;
    node.real = natives.now();
    nodes.push(node);
  }
  current = node;
  handler = node.created;
}

function follow(node, earlier) {
  if (!earlier) return;
  node.followed = true;
  joins.push([earlier, node]);
}

function userEvent(id, name, messages) {
  const node = makeNode(null, KIND.USER, id);
  node.key = name;
  node.root = id ? node : null; // a step of --prepare: the page's own, as loading is
  node.due = messages;
  node.ran = true;
  node.at = clock.now;
  node.real = natives.now();
  root = current = node;
  if (holding && !heldRoot) heldRoot = node;
  nodes.push(node);
  return node;
}

const channel = new MessageChannel();
const tasks = [];
channel.port1.onmessage = ours(() => tasks.shift()());
const post = channel.port2.postMessage.bind(channel.port2);
function nextTask(run) {
  tasks.push(run);
  post(0);
}

// Random numbers that depend on who asks for the how-manieth, not on the order of answers: both modes see the same. An
// event that comes twice goes on with its sequence: whichever of its two answers comes last draws the same.
const seeds = new Map(); // by key
const { imul } = Math;
const firstSeed = ours((key) => {
  let seed = 0;
  for (const c of key + '#') seed = (imul(seed, 31) + c.charCodeAt(0)) | 0 || 1;
  return seed;
});
function random({ key }) {
  let seed = seeds.get(key) || firstSeed(key);
  seed = (seed + 0x6d2b79f5) | 0;
  seeds.set(key, seed);
  let mixed = imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
}

wrapPlainly(Math, 'random', () => random(active()));
wrap(Crypto.prototype, 'getRandomValues', (native, self, args) => {
  const bytes = new Uint8Array(args[0].buffer, args[0].byteOffset, args[0].byteLength);
  for (let i = 0; i < bytes.length; i++) bytes[i] = random(active()) * 256;
  return args[0];
});
wrap(Crypto.prototype, 'randomUUID', () => {
  const hex = (digits) => Math.floor(random(active()) * 16 ** digits).toString(16).padStart(digits, '0');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(8)}${hex(4)}`;
});

function failed(event, message, place) {
  failures.push({ event, node: active(), text: place ? `${message} (${place})` : message });
}

// Known only when all its listeners have run.
const uncaught = () => failures.filter(({ event }) => !event.defaultPrevented);

// "ResizeObserver loop …" is told as an error, but nobody threw it: it goes on in the next frame.
listenTo(window, 'error', (event) => {
  if (event instanceof ErrorEvent && !/^ResizeObserver loop/.test(event.message))
    failed(event, event.message, event.filename && shortPlace(`${event.filename}:${event.lineno}:${event.colno}`));
});
listenTo(window, 'unhandledrejection', (event) => {
  const reason = event.reason;
  if (reason instanceof DOMException && reason.name === 'AbortError') return; // the page gave it up itself
  if (reason instanceof Error) failed(event, `Uncaught (in promise) ${reason.name}: ${reason.message}`, placeIn(reason.stack));
  else failed(event, 'Uncaught (in promise) ' + String(reason));
});
