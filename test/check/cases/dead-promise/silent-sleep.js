// The shortest promise of all.
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

sleep(20).then(() => console.log('awake'));
