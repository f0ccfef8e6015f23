// The setting comes from outside, whatever the variable is called.
async function configure() {
  const config = JSON.parse(process.env.CONFIG);
  if (!config.port) throw new Error('no port');
  console.log(config.port);
}
exports.start = () => {
  configure(); // expect: floating-promise
  return 'started';
};
