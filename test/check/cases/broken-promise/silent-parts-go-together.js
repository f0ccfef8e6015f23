// One promise is split, and the parts go into one object.
class Out {
  constructor(value, known) {
    this.value = value;
    this.known = known;
  }
  apply(func) {
    const applied = Promise.all([this.value, this.known]).then(([v, k]) => ({ value: func(v), known: k }));
    return new Out(
      applied.then(a => a.value),
      applied.then(a => a.known),
    );
  }
}
exports.Out = Out;
