// Missing is a case the reader expects.
let connection;

exports.open = function open(connect) {
  connect(found => {
    connection = found;
  });
};

exports.close = function close() {
  if (connection) {
    connection.end();
    connection = undefined;
  }
};
