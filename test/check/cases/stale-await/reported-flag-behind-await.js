let busy = false;
exports.flush = async (queue, send) => {
  if (busy) return;
  const items = await queue.take();
  busy = true; // expect: stale-await warning @3 @4
  for (const item of items) await send(item);
  busy = false;
};
