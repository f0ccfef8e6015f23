// The answer is not there yet when send() returns.
function load(url) {
  let answer;
  const request = new XMLHttpRequest();
  request.open('GET', url);
  request.onload = () => {
    answer = request.responseText;
  };
  request.send();
  return answer.length; // expect: unexpected-order
}
load('/notes');
