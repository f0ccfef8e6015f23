// The first rounds of the interval come before the timer: what they read is not there.
let answer;
let rounds = 0;

const id = setInterval(() => {
  rounds++;
  console.log(answer.length, rounds); // expect: unexpected-order
  if (rounds > 4) clearInterval(id);
}, 10);
setTimeout(() => {
  answer = 'yes';
}, 35);
