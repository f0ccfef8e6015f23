// The next step learns by a variable that there is no value.
const load = async () => ({ name: 'a' });
exports.show = () => {
  let failed;
  return load()
    .catch(error => {
      failed = error;
    })
    .then(form => {
      if (failed) form = { name: failed.message };
      return form.name;
    });
};
