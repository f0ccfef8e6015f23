function waitFor(emitter, ms) {
  return new Promise((resolve, reject) => {
    emitter.once('answer', resolve);
    setTimeout(() => reject(new Error('timed out')), ms);
  });
}
exports.ask = async (emitter, send) => {
  const answer = waitFor(emitter, 100);
  const [value] = await Promise.all([answer, send('question')]);
  return value;
};
exports.askLater = async (emitter, send) => {
  const answer = waitFor(emitter, 100);
  answer.catch(() => {});
  await send('question');
  return await answer;
};
