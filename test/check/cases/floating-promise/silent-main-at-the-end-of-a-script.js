// When main fails, Node prints the error and ends with status 1: that is what a script wants.
async function main() {
  if (!process.argv[2]) throw new Error('usage: copy FILE');
  console.log(process.argv[2]);
}

main();
