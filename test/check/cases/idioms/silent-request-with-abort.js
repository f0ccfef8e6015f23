// A new request takes back the one before.
let controller = null;

exports.search = async function search(words) {
  if (controller) controller.abort();
  controller = new AbortController();
  const { signal } = controller;
  const answer = await fetch(`/search?q=${encodeURIComponent(words)}`, { signal });
  return answer.json();
};
