// rules: callback-twice
exports.parse = function (text, done) {
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    done(error); // expect: callback-twice @9
  }
  done(null, value);
};
