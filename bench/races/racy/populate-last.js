'use strict';
// origin: mongoose, issue 2992 (Node.fz, MGS; figure 4), own code. A query asks for several documents at once and is done when
// the one that was asked for last has come: a commutative-ordering violation.
const net = require('net');
const { listen, fail } = require('../rig');

const documents = { author: 'ann', editor: 'bob', reviewer: 'eve' };
const server = net.createServer(socket => {
  socket.setEncoding('utf8').on('data', name => socket.end(documents[name]));
});
function populate(port, names, done) {
  const story = {};
  const nextStep = (isLast, name, text) => {
    story[name] = text;
    if (isLast) done(story); // guilty: the one that was asked for last need not be the last to come
  };
  names.forEach((name, i) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(name)); // guilty: several at a time
    socket.setEncoding('utf8').once('data', text => nextStep(i === names.length - 1, name, text));
  });
}
listen(server).then(port => {
  populate(port, Object.keys(documents), story => {
    server.close();
    if (Object.keys(story).length !== 3) fail(`the story has no more than ${Object.keys(story)}`);
  });
});
