let answer;
const worker = new Worker('worker.js');
worker.onmessage = event => {
  answer = event.data;
};
worker.postMessage(1);
console.log(answer.size); // expect: unexpected-order
