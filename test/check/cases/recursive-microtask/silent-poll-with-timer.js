// Between two rounds there is a timer.
const { existsSync } = require('node:fs');
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

async function untilThere(path) {
  while (!existsSync(path)) {
    await sleep(50);
  }
}

untilThere('ready').then(() => console.log('there')).catch(console.error);
