// rules: timeout-order
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

sleep(40).then(() => console.log('1. heat the oven'));
sleep(10).then(() => console.log('2. put the cake in')).catch(console.error); // expect: timeout-order @4
