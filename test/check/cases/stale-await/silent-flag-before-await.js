let busy = false, closed = false;
exports.flush = async (queue, send) => {
  if (busy) return;
  busy = true;
  const items = await queue.take();
  for (const item of items) await send(item);
  busy = false;
};
exports.close = async queue => {
  await queue.drain();
  if (closed) return;
  closed = true;
  await queue.end();
};
