// node forbidden.js FILE…: says what in each file a terminal or a CI's log would obey; silent where there is nothing.
// Written apart from src/base/terminal.c on purpose: it says what must not be there, not how it is kept out.
// FILE=ESC allows colours (a terminal), FILE=GITHUB lines that are annotations of ours.
'use strict';
const fs = require('fs');

const control = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

function problems(bytes, allowed) {
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return ['is not valid UTF-8'];
  }
  if (allowed === 'ESC') text = text.replace(/\x1b\[([0-9;]*m|K)|\r/g, '');
  const found = [];
  const bad = control.exec(text);
  if (bad) found.push(`U+${bad[0].codePointAt(0).toString(16).padStart(4, '0')} in ${JSON.stringify(text.slice(Math.max(0, bad.index - 40), bad.index + 20))}`);
  for (const line of text.split('\n')) {
    const ours = allowed === 'GITHUB' && /^::(error|warning|notice) (file=[^,:]*,line=\d+[^:]*,)?title=[a-z-]+::/.test(line);
    if ((line.trimStart().startsWith('::') && !ours) || (!ours && /##\w*\[/.test(line)))
      found.push(`a command to the CI: ${JSON.stringify(line.slice(0, 120))}`);
  }
  return found;
}

for (const word of process.argv.slice(2)) {
  const [file, allowed] = word.split('=');
  for (const problem of problems(fs.readFileSync(file), allowed)) console.log(`${file.split('/').pop()}: ${problem}`);
}
