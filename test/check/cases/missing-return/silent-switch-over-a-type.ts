// The compiler sees to it that all kinds are there.
type Job = { kind: 'a' | 'b' };
export const size = (p: Promise<Job>) => p.then(job => {
  switch (job.kind) {
    case 'a':
      return 1;
    case 'b':
      return 2;
  }
}).then(n => n.toFixed(2));
