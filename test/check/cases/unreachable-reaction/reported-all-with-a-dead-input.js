// rules: unreachable-reaction
// One input never settles, so neither does the group.
const config = Promise.resolve({ port: 80 });
const plugins = new Promise(resolve => {
  console.log('loading plugins');
});

Promise.all([config, plugins]).then(([found]) => console.log(found.port)); // expect: unreachable-reaction
