async function attempt(work) {
  try {
    return [null, await work()];
  } catch (error) {
    return [error];
  }
}

exports.all = list =>
  new Promise(async resolve => {
    const results = [];
    for (const work of list) results.push(await attempt(work));
    resolve(results);
  });
