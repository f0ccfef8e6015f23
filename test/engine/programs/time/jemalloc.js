'use strict';
// jemalloc preloaded: it calls us while it sets itself up, when nothing may allocate.
// env: LD_PRELOAD=libjemalloc.so.2
const { main, withAllocator } = require('./rig');

main(() => withAllocator('jemalloc'));
