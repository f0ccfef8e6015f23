// Collected now, awaited together.
async function resize(file) {
  if (!file.endsWith('.png')) throw new Error('not a picture');
  return file;
}

exports.resizeAll = async function resizeAll(files) {
  const jobs = [];
  for (const file of files) jobs.push(resize(file));
  return Promise.all(jobs);
};
