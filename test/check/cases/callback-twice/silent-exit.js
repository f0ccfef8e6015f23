// rules: callback-twice
exports.main = (args, done) => {
  if (!args.length) {
    done(new Error('usage'));
    process.exit(2);
  }
  done(null, args);
};
