'use strict';
// forms.js TOOL NODE FOLDER: what detect prints besides text and its own JSON, of one program with one race.
const { execFileSync, spawnSync } = require('child_process');
const path = require('path');
const assert = require('assert');
const [, , tool, node, folder] = process.argv;
const cwd = path.join(__dirname, 'programs');
const saved = path.join(folder, 'run.observed');
const detect = (...options) => execFileSync(tool, ['detect', ...options], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
detect('--no-confirm', '--save', saved, '--out', folder, '--', node, 'last-write.js');
const again = (...options) => detect('--trace', saved, ...options);

const sarif = JSON.parse(again('--format', 'sarif')).runs[0];
assert.deepStrictEqual(sarif.results.map((one) => [one.ruleId, one.level]), [['race-ordering', 'warning']]);
assert.strictEqual(sarif.results[0].locations[0].physicalLocation.region.startLine, 12);
assert.strictEqual(sarif.results[0].codeFlows[0].threadFlows[0].locations.length, 2);
assert.match(again('--format', 'junit'), /<testcase[^]*<failure[^]*last-write\.js:9/);
assert.match(again('--format', 'github'), /^::warning .*file=last-write\.js,line=12/m);

const graph = JSON.parse(again('--graph', 'json'));
const sides = graph.nodes.filter((one) => one.writes.length);
assert.deepStrictEqual(sides.map((one) => one.writes[0].line), [9, 12]);
// both follow from the main script, neither from the other
const reaches = (from, to) => from === to || graph.edges.some((edge) => edge.from === from && reaches(edge.to, to));
const main = graph.nodes.find((one) => one.kind === 'main').id;
assert(reaches(main, sides[0].id) && reaches(main, sides[1].id));
assert(!reaches(sides[0].id, sides[1].id) && !reaches(sides[1].id, sides[0].id));
assert.match(again('--graph', 'dot'), /^digraph[^]*writes shown/);
assert.match(again('--graph', 'html'), /<title>Callback graph of the races<[^]*last-write\.js/);
assert.strictEqual(spawnSync(tool, ['detect', '--trace', saved, '--graph', 'png'], { stdio: 'ignore' }).status, 2);

// Both tests meet the same two lines: one race, and the test that fails is named.
const suite = spawnSync(tool, ['detect', '--no-minimize', '--jobs', '1', '--format', 'json', '--out', folder, '--', node, 'modules/suite.js'], { cwd, encoding: 'utf8' });
const { races } = JSON.parse(suite.stdout);
const ofState = races.filter((race) => race.location === '.ready');
assert.deepStrictEqual(ofState.map((race) => [race.first.at, race.second.at, race.status]), [['modules/suite.js:14:7', 'modules/suite.js:18:11', 'confirmed']]);
assert.match(ofState[0].test, /wants it known/);

// The page has the lanes of both runs, and in each the events of the two accesses.
const page = spawnSync(tool, ['detect', '--no-minimize', '--jobs', '1', '--out', folder, '--', node, 'last-write.js'], { cwd, encoding: 'utf8' });
assert.match(page.stdout, /report .*index\.html/);
const html = require('fs').readFileSync(path.join(folder, 'index.html'), 'utf8');
const [finding] = JSON.parse(/<script[^>]*id="result"[^>]*>([^]*?)<\/script>/.exec(html)[1]).findings;
assert.strictEqual(finding.status, 'confirmed');
assert.deepStrictEqual(finding.runs.map((run) => run.title), ['the natural order', 'turned round']);
const does = finding.runs.map((run) => run.events.filter((one) => one.does).map((one) => /^(first|second): \w+ of shown at last-write\.js:(9|12):/.exec(one.does)[1]));
assert.deepStrictEqual(does, [['first', 'second'], ['second', 'first']]);
assert.strictEqual(finding.runs[1].events.filter((one) => one.held).length, 1);
