// A class where a function is expected: map(Wrapper) throws only when it is called.
class Wrapper {}
class Item {
  constructor(value) {
    this.value = value;
  }
}

module.exports = async load => {
  const list = await load();
  list.forEach(Wrapper);
  return list.map(Item);
};
