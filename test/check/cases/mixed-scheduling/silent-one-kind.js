// One queue, first in, first out.
const steps = [];

process.nextTick(() => steps.push('a'));
process.nextTick(() => steps.push('b'));
process.nextTick(() => console.log(steps.join()));
