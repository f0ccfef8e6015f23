// rules: last-launched
// The delays grow with the index; timers of one delay keep their order.
exports.show = (words, done) => {
  words.forEach((word, i) => {
    setTimeout(() => {
      console.log(word);
      if (i === words.length - 1) done();
    }, i * 100 + 50);
  });
};
exports.later = (words, done) => {
  words.forEach((word, i) => {
    setTimeout(() => {
      if (i === words.length - 1) done();
    }, 100);
  });
};
