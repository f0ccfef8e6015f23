// `void` says that dropping it is meant.
async function report(event) {
  if (!event) throw new Error('no event');
  console.log(event);
}

exports.track = function track(event) {
  void report(event);
};
