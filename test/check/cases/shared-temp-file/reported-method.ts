// rules: shared-temp-file
import * as fs from 'fs/promises';
export class Store {
  constructor(private file: string) {}
  async persist(data: string) {
    await fs.writeFile(this.file + '.tmp', data); // expect: shared-temp-file note
    await fs.rename(this.file + '.tmp', this.file);
  }
}
