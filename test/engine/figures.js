'use strict';
// figures.js FILE: of `interloper run`'s JSON what test/engine/run compares, as one line
// runs|failures|outcomes|controlled processes|whether nothing is left to try.
const fs = require('fs');

let result = {};
try {
  result = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
} catch {
  // no JSON: the tool refused, its exit status tells
}
const outcomes = new Set((result.findings || []).map(finding => finding.outcome));
const controlled = (result.processes || []).filter(({ controlled: yes }) => yes !== false);
const { runs = 0, failures = 0 } = result;
const complete = result.coverage?.complete ? 'complete' : '';
console.log([runs, failures, [...outcomes].join(', '), controlled.length, complete].join('|'));
