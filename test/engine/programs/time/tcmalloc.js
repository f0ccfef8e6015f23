'use strict';
// tcmalloc preloaded: it calls us while it sets itself up, when nothing may allocate.
// env: LD_PRELOAD=libtcmalloc_minimal.so.4
const { main, withAllocator } = require('./rig');

main(() => withAllocator('tcmalloc'));
