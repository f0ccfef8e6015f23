'use strict';
self.onmessage = async (event) => {
  const answer = await fetch(`data/${event.data}.txt`);
  self.postMessage(await answer.text());
};
