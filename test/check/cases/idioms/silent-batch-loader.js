// Keys asked for in one turn are loaded together in the next tick.
class Loader {
  constructor(loadMany) {
    this.loadMany = loadMany;
    this.batch = null;
  }
  load(key) {
    if (!this.batch) {
      this.batch = [];
      process.nextTick(() => this.dispatch());
    }
    return new Promise((resolve, reject) => {
      this.batch.push({ key, resolve, reject });
    });
  }
  dispatch() {
    const batch = this.batch;
    this.batch = null;
    this.loadMany(batch.map(entry => entry.key)).then(
      values => batch.forEach((entry, i) => entry.resolve(values[i])),
      error => batch.forEach(entry => entry.reject(error))
    );
  }
}

module.exports = Loader;
