// An async function would do the same.
export class Repository {
  constructor(private db: { find(id: number): Promise<string> }) {}
  one(id: number): Promise<string> {
    return new Promise<string>(async (resolve, reject) => { // expect: unnecessary-promise
      try {
        resolve(await this.db.find(id));
      } catch (error) {
        reject(error);
      }
    });
  }
}
