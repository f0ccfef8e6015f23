// rules: broken-promise
// The helper registers its transformation and hands back the untransformed promise.
function withDefaults(options) {
  options.then(found => ({ retries: 3, ...found }));
  return options;
}

const options = withDefaults(Promise.resolve({ host: 'localhost' }));
options.then(found => { // expect: broken-promise warning
  console.log(found.host, found.retries);
});
