// await turns the rejection into an exception, and that one is caught.
const wait = new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('too late')), 10);
});

async function main() {
  try {
    await wait;
  } catch (error) {
    console.error(error.message);
  }
}

main();
