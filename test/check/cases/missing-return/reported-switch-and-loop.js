function step(kind) {
  return Promise.resolve({ kind, size: 3 })
    .then(job => { // expect: missing-return
      switch (job.kind) {
        case 'a':
          return job.size;
        case 'b':
          return job.size * 2;
        default:
          console.log('unknown kind', job.kind);
      }
    })
    .then(size => size.toFixed(2));
}
step('c').then(console.log, e => console.log('failed:', e.message));

exports.breaks = p => p.then(job => { // expect: missing-return
  switch (job.kind) {
    case 'a':
      if (job.done) break;
      return job;
    default:
      return {};
  }
}).then(job => job.name);

exports.first = p => p.then(items => { // expect: missing-return
  for (const item of items) {
    if (item.ok) return item;
  }
}).then(item => item.name);
