// rules: recursive-microtask
// Promise jobs run before timers and I/O: this loop lets nothing else in.
let ready = false;

function poll() {
  if (ready) console.log('ready');
  Promise.resolve().then(poll); // expect: recursive-microtask
}

setTimeout(() => {
  ready = true;
}, 100);
poll();
