// rules: unawaited-return
// The socket that the promise waits for is closed at once.
const { connect } = require('net');
exports.ask = async (port, question) => {
  const socket = connect(port);
  try {
    socket.write(question);
    return new Promise(resolve => { // expect: unawaited-return warning
      socket.once('data', resolve);
    });
  } finally {
    socket.end();
  }
};
