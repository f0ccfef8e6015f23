// rules: broken-promise
const start = Promise.resolve('a');
[text => text + 'b', text => text + 'c'].forEach(step => {
  start.then(step); // expect: broken-promise warning
});
