// The variable is there, and the next step does not ask for it.
const load = async () => ({ name: 'a' });
let failed;
exports.show = () =>
  load()
    .catch(error => { // expect: missing-return
      failed = error;
    })
    .then(form => form.name);
exports.failed = () => failed;
