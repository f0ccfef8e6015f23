'use strict';
// origin: simplecrawler, issue 443 (NACD 10 is another race of its queue), with simplecrawler 1.1.6 itself. Every interval
// it takes the oldest page that is not marked yet; the mark goes through the queue, which here keeps a journal on disk. A mark
// that takes longer than the interval: the page is fetched again.
// guilty in simplecrawler/lib/crawler.js:1163, where the page is marked, by and by
const fs = require('fs');
const http = require('http');
const Crawler = require('simplecrawler');
const { folder, listen, fail } = require('../rig');

const journal = `${folder()}/queue.log`;
class KeptQueue extends Crawler.queue {
  update(id, change, callback) {
    fs.appendFile(journal, `${JSON.stringify({ id, ...change })}\n`, error => { // guilty: not marked before this is done
      if (error) return callback(error);
      super.update(id, change, callback);
    });
  }
}
const fetched = new Set();
const server = http.createServer((request, response) => {
  if (fetched.has(request.url)) fail(`${request.url} was fetched twice`);
  fetched.add(request.url);
  response.writeHead(200, { 'Content-Type': 'text/html', Connection: 'close' });
  response.end(request.url === '/' ? '<a href="/next">next</a>' : 'the last one');
});
listen(server).then(port => {
  const crawler = new Crawler(`http://127.0.0.1:${port}/`);
  Object.assign(crawler, { queue: new KeptQueue(), interval: 90, respectRobotsTxt: false });
  crawler.on('complete', () => server.close());
  crawler.start();
});
