// Each step hangs itself behind the one before; whoever holds the variable waits for the last.
exports.runHooks = (builder, first) => {
  let chain = Promise.resolve(first);
  builder.forEachHook(hook => {
    chain = chain.then(value => {
      if (!hook.isReady) throw new Error('not ready');
      return hook.run(value);
    });
  });
  return chain;
};
