// After an issue of simplecrawler: the flag is set only when the item is there, so two rounds fetch the same one.
let crawling = false;
exports.crawl = async (queue, fetchItem) => {
  if (crawling) return;
  const item = await queue.oldest();
  crawling = true; // expect: stale-await
  await fetchItem(item);
  crawling = false;
};
