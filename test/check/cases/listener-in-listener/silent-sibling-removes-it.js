// rules: listener-in-listener
exports.attach = parser => {
  parser.on('data', part => {
    if (part.name !== 'begin') return;
    const copy = next => console.log(next);
    const stop = next => {
      if (next.name !== 'end') return;
      parser.off('data', copy);
      parser.off('data', stop);
    };
    parser.on('data', copy);
    parser.on('data', stop);
  });
};
