// Two servers for test/hostile: the page's, which tells the page what it was sent, and another origin that writes down what
// it got. Prints both ports; the second's headers go to the file named.
'use strict';
const http = require('http');
const fs = require('fs');

const other = http.createServer((request, answer) => {
  fs.appendFileSync(process.argv[2], JSON.stringify(request.headers) + '\n');
  answer.setHeader('Access-Control-Allow-Origin', '*');
  answer.setHeader('Access-Control-Allow-Headers', '*');
  answer.end('{}');
});

// A value as pages show it: unescaped, escaped once more, as JSON in JSON, as HTML.
const forms = (cookie) => ({
  plain: decodeURIComponent(cookie),
  twice: encodeURIComponent(encodeURIComponent(cookie)),
  json: JSON.stringify(JSON.stringify(decodeURIComponent(cookie))),
  html: decodeURIComponent(cookie).replace(/"/g, '&quot;'),
});

const page = (port) => `<!doctype html><meta charset="utf-8"><title>x</title><link rel="icon" href="data:,">
<button id="a">A</button><button id="b">B</button><p id="out"></p>
<script>
const chosen = new Set();
for (const id of ['a', 'b'])
  document.getElementById(id).onclick = () => {
    chosen.add(id);
    const kind = [...chosen].join('');
    fetch('http://127.0.0.1:${port}/').catch(() => {});
    fetch('api?' + kind + '&' + encodeURIComponent(document.cookie)).then((answer) => answer.text()).then((text) => {
      document.getElementById('out').textContent = text + ' ' + kind + ' ' + document.cookie + ' ' + (localStorage.auth ? localStorage.token + JSON.parse(localStorage.auth).user.access : '');
      document.getElementById('out').title = text;
      localStorage.setItem('seen', text + kind);
      document.cookie = 'copy=' + kind + document.cookie.replace(/;/g, '|');
      console.error(text);
      if (kind === 'ab') throw new Error(text + kind);
    });
  };
</script>`;

other.listen(0, '127.0.0.1', () => {
  const own = http.createServer((request, answer) => {
    console.error('asked', request.url, JSON.stringify(request.headers));
    if (request.headers.authorization === undefined) return answer.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end();
    if (request.url.startsWith('/api')) return answer.end(JSON.stringify({ ...request.headers, ...forms(request.headers.cookie) }));
    return answer.setHeader('Content-Type', 'text/html').end(page(other.address().port));
  });
  own.listen(0, '127.0.0.1', () => console.log(own.address().port, other.address().port));
});
