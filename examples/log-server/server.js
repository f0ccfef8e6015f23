'use strict';
// The server of the NRace paper (figure 1), in a few lines: each request logs its user and then sets how the log is to be
// printed. A timer prints it.
const fs = require('fs');
const http = require('http');

exports.createServer = (log) => {
  const state = { pretty: false };

  const server = http.createServer((request, response) => {
    const { user, pretty } = Object.fromEntries(new URL(request.url, 'http://localhost').searchParams);
    fs.writeFile(log, `${JSON.stringify({ user })}\n`, (error) => {
      state.pretty = pretty === 'yes'; // whose request is written last decides for all
      response.writeHead(error ? 500 : 200).end();
    });
  });

  const show = () => {
    const text = fs.readFileSync(log, 'utf8').trim();
    return state.pretty ? JSON.stringify(JSON.parse(text), null, 2) : text;
  };
  return { server, show };
};
