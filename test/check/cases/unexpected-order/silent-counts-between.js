// What a list holds before and after: the first number is meant to be 0.
const calls = [];

async function main() {
  setTimeout(() => calls.push('timer'), 5);
  console.log(calls.length);
  await new Promise(resolve => setTimeout(resolve, 10));
  console.log(calls.length);
}
main();
