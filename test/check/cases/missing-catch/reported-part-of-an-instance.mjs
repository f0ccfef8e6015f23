// rules: missing-catch
import { readFile } from 'node:fs/promises';

class Loader {
  async load(path) {
    if (!path) throw new Error('no path');
    return readFile(path, 'utf8');
  }
}

export class View {
  constructor() {
    this.loader = new Loader();
    this.text = '';
  }

  show(path) {
    this.loader.load(path).then(text => { this.text = text; }); // expect: missing-catch
  }
}
