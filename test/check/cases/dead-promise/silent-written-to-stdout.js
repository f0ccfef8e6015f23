// write() calls back when the text is out.
module.exports = async error => {
  await new Promise(resolve => {
    process.stdout.write(JSON.stringify({ error: error.message }), resolve);
  });
  process.exit(1);
};
