// Others that have a method `on` may wait for it; that it can fail is not enough.
const { bot } = require('./bot');
const fs = require('fs/promises');

bot.on('text', async context => {
  await context.reply(await fs.readFile('help.txt', 'utf8'));
});
process.on('SIGTERM', async () => {
  await bot.stop();
  process.exit(0);
});
