// forEach looks at no promise, whether or not the list is known.
const load = async name => {
  const answer = await fetch(`https://example.com/${name}`);
  return answer.json();
};
exports.all = names => {
  names.forEach(name => load(name)); // expect: floating-promise
};
exports.both = () => {
  ['a', 'b'].forEach(name => load(name)); // expect: floating-promise
};
