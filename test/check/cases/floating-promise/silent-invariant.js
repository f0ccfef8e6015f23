// That this fails would be a mistake of the program itself.
exports.View = class {
  componentDidUpdate() { this.finish(); }
  async finish() {
    await this.buffer.load();
    if (!this.editor) throw new Error('Invariant violation: the editor is there');
    this.editor.show(this.buffer);
  }
};
