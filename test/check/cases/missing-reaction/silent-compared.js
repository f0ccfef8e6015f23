// Promise.resolve gives a promise back as it is: that is the question.
exports.isPromise = value => Promise.resolve(value) === value;
exports.isMine = value => {
  const made = Promise.resolve({ value });
  return made === value;
};
