// The async function has a name.
const load = async name => {
  const answer = await fetch(`https://example.com/${name}`);
  return answer.json();
};
exports.all = names => {
  names.forEach(load); // expect: async-callback
};
