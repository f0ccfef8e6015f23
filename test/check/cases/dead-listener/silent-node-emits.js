// Streams emit their events themselves.
const fs = require('node:fs');

const input = fs.createReadStream('data.csv');
input.on('data', chunk => console.log(chunk.length));
input.on('end', () => console.log('end'));
input.on('error', error => console.error(error.message));
