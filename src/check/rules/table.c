/* The table of rules: what `interloper explain` prints. The examples are tested: bad ones are
 * reported, good ones are silent. */
#include "check/rules/rules.h"

const struct rule_info check_rules[] = {
    [RULE_BROKEN_PROMISE] =
        {"broken-promise", SEVERITY_WARNING, "two chains start at one promise where one was meant",
         "Every then, catch and finally returns a new promise. A second reaction registered on the "
         "same promise starts a chain of "
         "its own: it gets the original value, not what the first reaction made of it, and a catch "
         "there does not see what the first "
         "chain throws. Where the branches are plainly independent this is only a note.",
         "const p = Promise.resolve(1);\np.then(v => v + 1);\np.then(v => console.log('expecting "
         "2:', v));\n",
         "const p = Promise.resolve(1);\np.then(v => v + 1)\n  .then(v => console.log('expecting "
         "2:', v));\n"},
    [RULE_UNEXPECTED_ORDER] =
        {"unexpected-order", SEVERITY_WARNING,
         "data is read before, or in no certain order with, the callback that first writes it",
         "The code that writes is scheduled (a timer, a promise reaction, an answer) and has not "
         "run, or need not have run, when the "
         "reading code runs. The reader then sees undefined or an old value.",
         "let config;\nsetTimeout(() => { config = { port: 80 }; }, "
         "10);\nconsole.log(config.port);\n",
         "let config;\nsetTimeout(() => {\n  config = { port: 80 };\n  "
         "console.log(config.port);\n}, 10);\n"},
    [RULE_DEAD_PROMISE] =
        {"dead-promise", SEVERITY_WARNING, "a promise that is waited for can never settle",
         "Nothing calls its resolve or reject on any path, so its reactions never run and an await "
         "on it never returns.",
         "const ready = new Promise(resolve => {\n  console.log('working');\n});\nready.then(() => "
         "console.log('ready'));\n",
         "const ready = new Promise(resolve => {\n  console.log('working');\n  "
         "resolve();\n});\nready.then(() => console.log('ready'));\n"},
    [RULE_MISSING_REACTION] =
        {"missing-reaction", SEVERITY_WARNING, "a promise gets a value that nobody ever looks at",
         "The promise is settled with a value, but nothing reacts to it, awaits it or passes it "
         "on: either the result is lost by mistake "
         "or the promise is not needed.",
         "function load() {\n  const result = new Promise(resolve => {\n    setTimeout(() => "
         "resolve(42), 10);\n  });\n}\nload();\n",
         "function load() {\n  const result = new Promise(resolve => {\n    setTimeout(() => "
         "resolve(42), 10);\n  });\n  return result;\n}\nload().then(console.log);\n"},
    [RULE_MISSING_CATCH] = {"missing-catch", SEVERITY_WARNING,
                            "a promise chain that can reject ends without a rejection handler",
                            "A rejection that reaches the end of a chain becomes an "
                            "unhandledRejection, which ends a Node process.",
                            "Promise.resolve('{').then(text => {\n  if (!text.endsWith('}')) throw "
                            "new Error('cut off');\n});\n",
                            "Promise.resolve('{').then(text => {\n  if (!text.endsWith('}')) throw "
                            "new Error('cut off');\n}).catch(console.error);\n"},
    [RULE_MISSING_RETURN] =
        {"missing-return", SEVERITY_WARNING,
         "a reaction returns nothing while the next one uses its value",
         "A function with a block body that has no return gives undefined to the next reaction, "
         "which then works with undefined; and "
         "what it started is not waited for.",
         "Promise.resolve(2)\n  .then(v => { v * 2; })\n  .then(v => console.log(v + 1));\n",
         "Promise.resolve(2)\n  .then(v => { return v * 2; })\n  .then(v => console.log(v + "
         "1));\n"},
    [RULE_MULTIPLE_SETTLE] =
        {"multiple-settle", SEVERITY_WARNING,
         "a promise is resolved or rejected again on the same path",
         "Only the first call counts; what follows it still runs. Usually a return is missing "
         "after reject().",
         "function get(ok) {\n  return new Promise((resolve, reject) => {\n    if (!ok) reject(new "
         "Error('no'));\n    resolve(1);\n  });\n}\nmodule.exports = get;\n",
         "function get(ok) {\n  return new Promise((resolve, reject) => {\n    if (!ok) return "
         "reject(new Error('no'));\n    resolve(1);\n  });\n}\nmodule.exports = get;\n"},
    [RULE_UNNECESSARY_PROMISE] =
        {"unnecessary-promise", SEVERITY_NOTE,
         "a new promise only wraps what could be returned as it is",
         "Wrapping a promise in new Promise adds nothing and loses errors thrown in between; "
         "inside an async function or a reaction a "
         "plain value can be returned.",
         "function load(f) {\n  return new Promise((resolve, reject) => {\n    f().then(resolve, "
         "reject);\n  });\n}\nmodule.exports = load;\n",
         "function load(f) {\n  return f();\n}\nmodule.exports = load;\n"},
    [RULE_UNREACHABLE_REACTION] =
        {"unreachable-reaction", SEVERITY_WARNING,
         "a reaction on all, allSettled, any or race that can never run",
         "One of the inputs can never settle (for race and any: none of them can), so the combined "
         "promise cannot either.",
         "const never = new Promise(() => {});\nPromise.all([Promise.resolve(1), never]).then(() "
         "=> console.log('both'));\n",
         "const soon = new Promise(resolve => setTimeout(resolve, "
         "10));\nPromise.all([Promise.resolve(1), soon]).then(() => console.log('both'));\n"},
    [RULE_RECURSIVE_MICROTASK] =
        {"recursive-microtask", SEVERITY_WARNING,
         "a microtask schedules itself without end and starves the event loop",
         "Ticks and promise jobs are drained before anything else: timers, I/O and requests never "
         "get their turn.",
         "function poll() {\n  process.nextTick(poll);\n}\npoll();\n",
         "function poll() {\n  setImmediate(poll);\n}\npoll();\n"},
    [RULE_MIXED_SCHEDULING] =
        {"mixed-scheduling", SEVERITY_WARNING,
         "callbacks scheduled in different ways run in another order than written, and it matters",
         "nextTick runs before promise jobs, both before timers and immediates, and between a "
         "timer of 0 ms and an immediate the order is "
         "open. Here the callbacks touch the same data or print, so the order shows.",
         "let user;\nsetImmediate(() => { user = 'ann'; });\nprocess.nextTick(() => { "
         "console.log('hello', user); });\n",
         "let user;\nsetImmediate(() => {\n  user = 'ann';\n  process.nextTick(() => { "
         "console.log('hello', user); });\n});\n"},
    [RULE_TIMEOUT_ORDER] =
        {"timeout-order", SEVERITY_WARNING,
         "timers run in another order than written, and it matters",
         "The later one has the shorter delay; both touch the same data or print.",
         "setTimeout(() => console.log('first'), 101);\nsetTimeout(() => console.log('second'), "
         "100);\n",
         "setTimeout(() => console.log('first'), 100);\nsetTimeout(() => console.log('second'), "
         "101);\n"},
    [RULE_DEAD_LISTENER] =
        {"dead-listener", SEVERITY_WARNING, "an event is listened to that nobody emits",
         "The emitter does not leave the program and no emit names this event: a misspelt name, "
         "usually.",
         "const EventEmitter = require('events');\nconst bus = new "
         "EventEmitter();\nbus.on('reddy', () => console.log('go'));\nbus.on('ready', () => "
         "console.log('go'));\nbus.emit('ready');\n",
         "const EventEmitter = require('events');\nconst bus = new "
         "EventEmitter();\nbus.on('ready', () => console.log('go'));\nbus.emit('ready');\n"},
    [RULE_DEAD_EMIT] =
        {"dead-emit", SEVERITY_WARNING, "an event is emitted while no listener can exist",
         "Nobody listens to it, or listeners are added only afterwards: the event is lost.",
         "const EventEmitter = require('events');\nconst bus = new "
         "EventEmitter();\nbus.emit('ready');\nbus.on('ready', () => console.log('go'));\n",
         "const EventEmitter = require('events');\nconst bus = new "
         "EventEmitter();\nbus.on('ready', () => console.log('go'));\nbus.emit('ready');\n"},
    [RULE_INVALID_LISTENER_REMOVAL] =
        {"invalid-listener-removal", SEVERITY_WARNING, "a listener is removed that was never added",
         "Listeners are compared by identity: a function written anew, or bound anew, is another "
         "one.",
         "const EventEmitter = require('events');\nconst bus = new EventEmitter();\nbus.on('x', () "
         "=> console.log('x'));\nbus.off('x', () => console.log('x'));\nbus.emit('x');\n",
         "const EventEmitter = require('events');\nconst bus = new EventEmitter();\nconst log = () "
         "=> console.log('x');\nbus.on('x', log);\nbus.emit('x');\nbus.off('x', log);\n"},
    [RULE_DUPLICATE_LISTENER] =
        {"duplicate-listener", SEVERITY_WARNING,
         "the same function is added twice for the same event",
         "It is called twice for every event.",
         "const EventEmitter = require('events');\nconst bus = new EventEmitter();\nconst log = () "
         "=> console.log('x');\nbus.on('x', log);\nbus.on('x', log);\nbus.emit('x');\n",
         "const EventEmitter = require('events');\nconst bus = new EventEmitter();\nconst log = () "
         "=> console.log('x');\nbus.on('x', log);\nbus.emit('x');\n"},
    [RULE_LISTENER_IN_LISTENER] =
        {"listener-in-listener", SEVERITY_WARNING,
         "a listener adds a listener for the event it handles",
         "Every event adds one more: they pile up, and each event is handled more often than the "
         "one before.",
         "const EventEmitter = require('events');\nconst bus = new EventEmitter();\nbus.on('x', () "
         "=> {\n  bus.on('x', () => console.log('x'));\n});\nbus.emit('x');\nbus.emit('x');\n",
         "const EventEmitter = require('events');\nconst bus = new EventEmitter();\nbus.on('x', () "
         "=> console.log('first'));\nbus.on('x', () => console.log('x'));\nbus.emit('x');\n"},
    [RULE_LATE_REJECTION_HANDLER] =
        {"late-rejection-handler", SEVERITY_WARNING,
         "the rejection handler is attached after the rejection was reported",
         "Node reports a rejection as unhandled when the macrotask in which it happened ends. A "
         "handler attached in a later one is too "
         "late: the process may be gone.",
         "const p = Promise.reject(new Error('no'));\nsetTimeout(() => p.catch(e => "
         "console.log(e.message)), 10);\n",
         "const p = Promise.reject(new Error('no'));\np.catch(e => console.log(e.message));\n"},
    [RULE_PROMISE_CYCLE] =
        {"promise-cycle", SEVERITY_WARNING, "a promise waits for itself",
         "A promise that is resolved with itself rejects with a TypeError; promises that wait for "
         "each other never settle.",
         "const p = Promise.resolve().then(() => p);\np.catch(e => console.log(e.message));\n",
         "const p = Promise.resolve().then(() => 1);\np.catch(e => console.log(e.message));\n"},
    [RULE_STALE_AWAIT] =
        {"stale-await", SEVERITY_WARNING,
         "shared state is read, awaited over, and written from the old value",
         "While the function waits, another call may write the same state; the later write then "
         "overwrites it with a value computed from "
         "what was read before.",
         "let balance = 0;\nexports.deposit = async (amount, audit) => {\n  const before = "
         "balance;\n  await audit(amount);\n  balance = before + amount;\n};\n",
         "let balance = 0;\nexports.deposit = async (amount, audit) => {\n  await audit(amount);\n "
         " balance = balance + amount;\n};\n"},
    [RULE_FLOATING_PROMISE] =
        {"floating-promise", SEVERITY_WARNING,
         "the promise of an async call is dropped although it can reject",
         "Nobody waits for the call and nobody hears when it fails: an unhandledRejection.",
         "async function save(x) {\n  if (!x) throw new Error('nothing to "
         "save');\n}\nexports.onClick = x => {\n  save(x);\n};\n",
         "async function save(x) {\n  if (!x) throw new Error('nothing to "
         "save');\n}\nexports.onClick = async x => {\n  await save(x);\n};\n"},
    [RULE_ASYNC_CALLBACK] = {"async-callback", SEVERITY_WARNING,
                             "an async function is given to something that ignores its promise",
                             "forEach does not wait, sort and filter take the promise for an "
                             "answer, emitters and the Promise constructor lose what it throws.",
                             "exports.saveAll = (items, save) => {\n  items.forEach(async item => "
                             "{ await save(item); });\n};\n",
                             "exports.saveAll = async (items, save) => {\n  for (const item of "
                             "items) await save(item);\n};\n"},
    [RULE_LAST_LAUNCHED] =
        {"last-launched", SEVERITY_WARNING,
         "the last launched request decides that all are complete",
         "Requests complete in any order. When the one with the last index answers first, the "
         "others are still under way.",
         "const fs = require('fs');\nexports.readAll = (names, done) => {\n  const texts = [];\n  "
         "names.forEach((name, i) => {\n    fs.readFile(name, (error, text) => {\n      texts[i] = "
         "text;\n      if (i === names.length - 1) done(texts);\n    });\n  });\n};\n",
         "const fs = require('fs');\nexports.readAll = (names, done) => {\n  const texts = [];\n  "
         "let open = names.length;\n  names.forEach((name, i) => {\n    fs.readFile(name, (error, "
         "text) => {\n      texts[i] = text;\n      if (--open === 0) done(texts);\n    });\n  "
         "});\n};\n"},
};
const size_t check_rule_count = COUNT_OF(check_rules);
