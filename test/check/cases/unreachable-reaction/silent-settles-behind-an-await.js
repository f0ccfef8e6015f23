// rules: unreachable-reaction, dead-promise
// What the condition says behind the await is not for us to tell.
class Jobs {
  constructor() {
    this.done = false;
  }
  async add() {
    if (this.done) return { exists: true };
    return { result: 1 };
  }
}

const jobs = new Jobs();
const first = new Promise(async resolve => {
  const { exists } = await jobs.add();
  if (exists) resolve(1);
});

Promise.all([first]).then(() => console.log('all'));
