// 3-clock.js: page time stands still until the tool lets it pass.

const all = (until) => new Promise((done) => advance(clock.now + until, 0, done));

test('timers wait for the tool, and come in order of their time', async () => {
  userEvent('1', 'e1', 0);
  const order = [];
  const began = Date.now();
  setTimeout(() => order.push('late'), 5000);
  setTimeout(() => order.push('soon'), 10);
  await new Promise((done) => natives.setTimeout(done, 50));
  equal(order, []);
  const { state } = await all(1000);
  equal([state, order], [REST.QUIET, ['soon']]);
  await all(10000);
  equal([order, Date.now() - began >= 5000], [['soon', 'late'], true]);
});

test('a chain of timers that never ends is cut off, one far timer is not', async () => {
  userEvent('2', 'e2', 0);
  const before = cut;
  setTimeout(() => {}, 300000);
  equal(cut, before);
  let beats = 0;
  const beat = () => (beats++, setTimeout(beat, 1));
  beat();
  await all(1000000);
  equal([beats > 10, beats < 200, cut > before], [true, true, true]);
});

test('numbers by lot are the same whoever comes first', () => {
  userEvent('3', 'e3', 0);
  seeds.clear();
  const first = [Math.random(), Math.random()];
  seeds.clear();
  equal([Math.random(), Math.random()], first);
  equal(first[0] !== first[1], true);
});

test('while answers are held a time-out of theirs does not come', async () => {
  holdSockets(true);
  userEvent('4', 'e4', 0);
  let expired = false;
  AbortSignal.timeout(500).onabort = () => (expired = true);
  allow(1000000);
  await all(1000000);
  equal(expired, false);
  holdSockets(false);
  await all(1000000);
  equal(expired, true);
});
