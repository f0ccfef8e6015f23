'use strict';
window.tiny = {
  on(element, type, handler) {
    element.addEventListener(type, (event) => handler(event));
  },
  load(url, done) {
    const xhr = new XMLHttpRequest();
    xhr.addEventListener('load', () => done(xhr.responseText));
    xhr.open('GET', url);
    xhr.send();
  },
};
