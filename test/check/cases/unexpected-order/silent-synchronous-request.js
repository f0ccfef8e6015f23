// open(..., false): send() returns when the answer is there.
function load(url) {
  let answer;
  const request = new XMLHttpRequest();
  request.open('GET', url, false);
  request.onload = () => {
    answer = request.responseText;
  };
  request.send();
  return answer.length;
}
load('/notes');
