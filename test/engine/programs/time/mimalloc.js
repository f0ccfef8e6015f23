'use strict';
// mimalloc preloaded: it calls us while it sets itself up, when nothing may allocate.
// env: LD_PRELOAD=libmimalloc.so.2.0
const { main, withAllocator } = require('./rig');

main(() => withAllocator('mimalloc'));
