let crawling = false;
exports.crawl = async (queue, fetchItem) => {
  if (crawling) return;
  crawling = true;
  const item = await queue.oldest();
  await fetchItem(item);
  crawling = false;
};
