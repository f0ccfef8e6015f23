// A rejection kept in a variable that is returned at the end.
exports.serialize = function serialize(value, steps) {
  let current = value;
  for (const step of steps) {
    try {
      current = step(current);
    } catch (error) {
      current = Promise.reject(error);
    }
  }
  return current;
};
