const load = async name => {
  const answer = await fetch(`https://example.com/${name}`);
  return answer.json();
};
exports.all = (names, log) => {
  names.forEach(name => load(name).catch(log));
};
exports.mapped = names => Promise.all(names.map(name => load(name)));
