// The new promise waits for all of them.
const pause = ms => new Promise(resolve => setTimeout(resolve, ms));

exports.type = async words => {
  let left = words.length;
  await new Promise(resolve => {
    words.forEach(async word => {
      for (const letter of word) {
        await pause(10);
        process.stdout.write(letter);
      }
      if (--left === 0) resolve();
    });
  });
  console.log('done');
};
