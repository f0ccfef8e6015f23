// When the answer times out while the message is still being sent, nobody hears of it.
function waitFor(emitter, ms) {
  return new Promise((resolve, reject) => {
    emitter.once('answer', resolve);
    setTimeout(() => reject(new Error('timed out')), ms);
  });
}
exports.ask = async (emitter, send) => {
  const answer = waitFor(emitter, 100);
  await send('question');
  return await answer; // expect: late-rejection-handler note
};
