// rules: multiple-settle
// What happens behind the first call is seen by nobody: the second is ignored, and a field is set.
class Adapter {
  open(file, read) {
    return new Promise((resolve, reject) => {
      read(file, () => {
        try {
          this.db = JSON.parse(file);
        } catch (error) {
          reject(error);
        }
        this.file = file;
        resolve(this); // expect: multiple-settle note
      });
    });
  }
}
module.exports = Adapter;
