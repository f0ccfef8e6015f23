// Nothing asynchronous: a comma behind all but the last.
exports.join = function join(words) {
  let text = '';
  words.forEach((word, i) => {
    text += word;
    if (i < words.length - 1) text += ', ';
  });
  return text;
};
