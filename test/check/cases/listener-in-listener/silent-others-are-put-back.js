// The others were taken away before, and are put back.
exports.pause = session => {
  const listeners = session.listeners('exit');
  session.removeAllListeners('exit');
  session.on('exit', () => {
    for (const listener of listeners) session.addListener('exit', listener);
  });
};
