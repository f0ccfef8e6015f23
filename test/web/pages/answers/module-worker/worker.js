'use strict';
self.onmessage = (event) => self.postMessage(`Power ${event.data}: ${7 ** event.data}`);
