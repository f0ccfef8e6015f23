exports.all = p => p.then(job => {
  switch (job.kind) {
    case 'a':
      for (const part of job.parts) {
        if (part.last) break;
      }
      return job.size;
    case 'b':
    default:
      throw new Error('unknown');
  }
}).then(size => size.toFixed(2));
exports.first = p => p.then(items => {
  for (const item of items) {
    if (item.ok) return item;
  }
  return { name: 'nobody' };
}).then(item => item.name);
exports.asked = p => p.then(items => {
  for (const item of items) {
    if (item.ok) return item;
  }
}).then(item => (item ? item.name : 'nobody'));
exports.ever = p => p.then(queue => {
  while (true) {
    const item = queue.shift();
    if (item) return item;
  }
}).then(item => item.name);
