// The usual wrapper: what the handlers write is read behind the promise.
const load = url => new Promise((resolve, reject) => {
  const request = new XMLHttpRequest();
  request.open('GET', url);
  request.onload = () => (request.status < 400 ? resolve(request.responseText) : reject(new Error(request.status)));
  request.onerror = () => reject(new Error('network'));
  request.send();
});

let shown = '';
load('/notes').then(text => {
  shown = text;
  document.title = shown;
}).catch(error => {
  document.title = error.message;
});
