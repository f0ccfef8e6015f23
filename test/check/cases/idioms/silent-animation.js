// A loop of frames is no microtask loop.
const canvas = document.querySelector('canvas');
let angle = 0;

function frame() {
  angle += 0.01;
  canvas.style.transform = `rotate(${angle}rad)`;
  requestAnimationFrame(frame);
}

requestAnimationFrame(frame);
