// The first chain's promise is handed on inside an object: nothing is lost.
const findPort = require('./port');

class Service {
  constructor(options) {
    this.port = Promise.resolve(options.port).then(port => port + 1);
    this.args = options.args;
  }
}

exports.build = list => {
  const port = findPort();
  const args = port.then(value => list.concat('--port=' + value));
  return new Service(Object.assign({}, { args, port }));
};
