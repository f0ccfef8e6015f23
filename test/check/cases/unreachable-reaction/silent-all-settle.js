// Every input settles sooner or later.
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

Promise.all([sleep(5), sleep(10), Promise.resolve()]).then(() => console.log('all'));
