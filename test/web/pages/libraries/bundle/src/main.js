import { ask } from 'fetcher';

const box = document.getElementById('box');

function load(name) {
  ask(`data/${name}.txt`, (text) => {
    box.textContent = text;
  });
}

document.getElementById('a').addEventListener('click', () => load('a'));
document.getElementById('b').addEventListener('click', () => load('b'));
