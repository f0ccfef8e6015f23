// It counts down.
function countDown(left) {
  if (left === 0) return;
  console.log(left);
  queueMicrotask(() => countDown(left - 1));
}

countDown(3);
