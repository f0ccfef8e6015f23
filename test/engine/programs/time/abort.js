'use strict';
// process.abort in a timer: the signal reaches whoever looks at the process.
// outcome: signal SIGABRT
setTimeout(() => process.abort(), 300);
