'use strict'; globalThis.preloaded = (globalThis.preloaded || 0) + 1;
