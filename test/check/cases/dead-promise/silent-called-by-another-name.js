// The settler is taken out of its variable before it is called.
exports.pump = source => {
  let wake;
  const wait = () => new Promise(resolve => { wake = resolve; });
  source.on('data', () => {
    const resolve = wake;
    wake = undefined;
    resolve?.();
  });
  return (async () => {
    for (;;) await wait();
  })();
};
