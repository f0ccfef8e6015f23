// Whether the stream is destroyed before or after the pipeline ends is not ours to know.
const { EventEmitter } = require('events');
const { PassThrough, pipeline } = require('stream');

module.exports = function build(target) {
  const ended = new EventEmitter();
  const stream = new PassThrough({
    destroy(error, callback) {
      ended.on('closed', callback);
    },
  });
  pipeline(stream, target, () => {
    ended.emit('closed');
  });
  return stream;
};
