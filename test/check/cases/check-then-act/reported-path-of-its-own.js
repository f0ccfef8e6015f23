// rules: check-then-act
// Nobody else is seen to remove it: the path is the module's own, or one item of a list.
const fs = require('fs');
const logFile = () => `${process.cwd()}/errors.log`;
exports.clear = async () => {
  const file = logFile();
  if (fs.existsSync(file)) await fs.promises.unlink(file); // expect: check-then-act note
};
exports.prune = async files => {
  await Promise.all(
    files.map(async file => {
      const { mtime } = await fs.promises.stat(file);
      if (mtime < 5) await fs.promises.unlink(file); // expect: check-then-act note
    }),
  );
};
