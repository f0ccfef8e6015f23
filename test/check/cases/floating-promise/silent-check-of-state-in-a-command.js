let isRunning = false;
async function main() {
  if (isRunning) throw new Error('runs already');
  isRunning = true;
}

exports.run = () => {
  main();
};
