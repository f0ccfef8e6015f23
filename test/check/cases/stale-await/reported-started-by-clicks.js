// The second click comes while the first one's request is under way.
let likes = 0;

async function like() {
  const before = likes;
  await fetch('/like');
  likes = before + 1; // expect: stale-await
}
document.querySelector('#like').addEventListener('click', () => {
  like().catch(console.error);
});
