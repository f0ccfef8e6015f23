// Nothing comes behind the loop, and what is awaited was made by others; the method it calls catches all.
class Calendar {
  updated(changes) {
    changes.forEach(async (old, name) => {
      if (name === 'selected') {
        await this.updateComplete;
        await this.focusDate();
      }
    });
  }
  async focusDate() {
    await this.updateComplete;
    this.date.focus();
  }
}
module.exports = Calendar;
