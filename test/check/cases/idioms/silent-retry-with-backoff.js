// Tries again, each time a little later.
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

async function retry(work, times) {
  for (let i = 0; ; i++) {
    try {
      return await work(i);
    } catch (error) {
      if (i + 1 >= times) throw error;
      await sleep(2 ** i * 100);
    }
  }
}

module.exports = retry;
