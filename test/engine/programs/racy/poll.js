'use strict';
// Two connections; the first message written is assumed to be the first one read.
// control: poll
// fails: late fz delay pct
// guilty: 15
const { echoPair, main } = require('./rig');

main(async () => {
  const [a, b] = await Promise.all([echoPair(), echoPair()]);
  const seen = [];
  const both = Promise.all([a.read(seen), b.read(seen)]);
  a.write('hello');
  b.write('world');
  await both;
  if (seen.join(' ') !== 'hello world') throw new Error(`read ${seen.join(' ')}`);
});
