// tap() and bind() are Bluebird's: the chain goes on where we cannot see it.
const Promise = require('bluebird');

exports.save = model =>
  Promise.bind(model)
    .then(function () {
      if (!this.id) throw new Error('no id');
      return this.write();
    })
    .tap(rows => rows.check());
