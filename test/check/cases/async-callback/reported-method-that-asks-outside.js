// The same where the method asks a server: its failure is nobody's.
class Calendar {
  updated(changes) {
    changes.forEach(async (old, name) => { // expect: async-callback
      await this.updateComplete;
      await this.load(name);
    });
  }
  async load(name) {
    this.dates = await (await fetch(`/dates/${name}`)).json();
  }
}
module.exports = Calendar;
