// Each is later than the one before it.
setTimeout(() => console.log('ready'), 10);
setTimeout(() => console.log('steady'), 20);
setTimeout(() => console.log('go'), 30);
