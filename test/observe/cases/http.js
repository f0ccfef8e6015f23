const http = require('http'), { EventEmitter } = require('events');
const hits = [], state = {};
const server = http.createServer((request, response) => {
  hits.push(request.url);
  setTimeout(() => response.end(String(hits.length)), 5);
});
server.listen(0, () => {
  let left = 2;
  for (const name of ['a', 'b'])
    http.get({ port: server.address().port, path: `/${name}` }, (response) => {
      response.on('data', () => { state.data = name; }).on('end', () => { if (--left === 0) server.close(() => console.log(hits.length)); });
    });
});
const emitter = new EventEmitter();
setTimeout(() => emitter.on('x', () => { state.heard = 1; }), 2);
setTimeout(() => emitter.emit('x'), 40);
// expect: on(4, '*', 'ADD').length === 2 && sameObject(on(4, '*')) && on(4, '*')[0].now !== on(4, '*')[1].now
// expect: some(every('RESOURCE', { access: 'WRITE', resource: /^port/ })) && every('RESOURCE', { access: 'READ', resource: /^port \d/ }).length === 2
// expect: on(11, 'left', 'WRITE').length === 2 && sameObject(on(11, 'left'))
// expect: some(every('START', { key: /^tcp\.|^@1 ?tcp/ })) && some(every('IN_LINE'))
// expect: one(every('LISTEN', { line: 15 })) && one(every('EMIT', { listener: every('LISTEN', { line: 15 })[0].listener })) && on(15, 'heard')[0].now === every('EMIT', { listener: every('LISTEN', { line: 15 })[0].listener })[0].now
