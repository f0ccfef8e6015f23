// rules: check-then-act
const fs = require('fs');
const cache = () => `${process.cwd()}/cache`;
module.exports = app => {
  app.delete('/cache', async (request, response) => {
    const file = cache();
    if (fs.existsSync(file)) await fs.promises.unlink(file); // expect: check-then-act warning
    response.end();
  });
};
