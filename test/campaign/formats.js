'use strict';
// What the schemas of SARIF 2.1.0 and of JUnit XML (Jenkins' xunit plug-in) demand of what `run` writes, and that what a
// program printed comes through whole.
const assert = require('assert');
const fs = require('fs');

const [sarif, junit, github, none] = process.argv.slice(2).map((file) => fs.readFileSync(file, 'utf8'));

// --- SARIF: required properties, and what may stand in them

const log = JSON.parse(sarif);
assert.strictEqual(log.version, '2.1.0');
assert.match(log.$schema, /sarif-2\.1\.0/);
assert.strictEqual(log.runs.length, 1);
const [run] = log.runs;
assert.strictEqual(run.tool.driver.name, 'Interloper');
const ids = run.tool.driver.rules.map((rule) => rule.id);
assert.strictEqual(new Set(ids).size, ids.length);
for (const rule of run.tool.driver.rules) {
  for (const name of ['shortDescription', 'fullDescription', 'help']) assert(rule[name].text.length > 0, name);
  assert(['none', 'note', 'warning', 'error'].includes(rule.defaultConfiguration.level));
}
for (const invocation of run.invocations) assert.strictEqual(typeof invocation.executionSuccessful, 'boolean');
assert.strictEqual(run.results.length, 1);
for (const result of run.results) {
  assert.strictEqual(ids[result.ruleIndex], result.ruleId);
  assert(['none', 'note', 'warning', 'error'].includes(result.level));
  assert.match(result.message.text, /lost <update> & "more" %0A/);
  for (const { physicalLocation } of result.locations) {
    assert.match(physicalLocation.artifactLocation.uri, /store\.js$/);
    const { region } = physicalLocation;
    assert.deepStrictEqual([region.startLine, region.startColumn, region.endLine, region.endColumn], [2, 5, 2, 9]);
  }
  for (const print of Object.values(result.partialFingerprints)) assert.match(print, /^[0-9a-f]{16}$/);
}

// --- XML: a reader that takes nothing but elements, attributes and text

function parse(text) {
  let rest = text.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  assert.notStrictEqual(rest, text, 'no declaration');
  const root = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const decode = (value) => {
    assert(!/[<]|&(?!(amp|lt|gt|quot|#10);)/.test(value), `not escaped: ${value}`);
    assert(!/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(value), 'control characters');
    return value.replace(/&(amp|lt|gt|quot|#10);/g, (all, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#10': '\n' })[name]);
  };
  while (rest) {
    const tag = /^<(\/?)([a-z]+)((?: [a-z]+="[^"]*")*)(\/?)>/.exec(rest);
    if (!tag) {
      const [words] = /^[^<]+/.exec(rest) || assert.fail(`not XML: ${rest.slice(0, 60)}`);
      open[open.length - 1].text += decode(words);
      rest = rest.slice(words.length);
      continue;
    }
    rest = rest.slice(tag[0].length);
    if (tag[1]) {
      assert.strictEqual(open.pop().name, tag[2]);
      continue;
    }
    const attributes = {};
    for (const [, name, value] of tag[3].matchAll(/ ([a-z]+)="([^"]*)"/g)) {
      assert(!(name in attributes));
      attributes[name] = decode(value);
    }
    const element = { name: tag[2], attributes, children: [], text: '' };
    open[open.length - 1].children.push(element);
    if (!tag[4]) open.push(element);
  }
  assert.strictEqual(open.length, 1);
  assert.strictEqual(root.children.length, 1);
  return root.children[0];
}

// element: attributes that must be there, elements that may be in it
const schema = {
  testsuites: [[], ['testsuite']],
  testsuite: [['name', 'tests', 'failures', 'errors'], ['testcase', 'properties']],
  testcase: [['name', 'classname'], ['failure', 'error', 'skipped']],
  failure: [['message', 'type'], []],
  error: [['message', 'type'], []],
};
function check(element) {
  const [attributes, children] = schema[element.name];
  for (const name of attributes) assert(element.attributes[name], `${element.name} without ${name}`);
  for (const name of ['tests', 'failures', 'errors', 'skipped'])
    if (name in element.attributes) assert.match(element.attributes[name], /^\d+$/);
  for (const child of element.children) {
    assert(children.includes(child.name), `${child.name} in ${element.name}`);
    check(child);
  }
}
for (const [text, tests, failures] of [[junit, 1, 1], [none, 1, 0]]) {
  const root = parse(text);
  assert.strictEqual(root.name, 'testsuites');
  check(root);
  const [suite] = root.children;
  assert.deepStrictEqual([suite.attributes.tests, suite.attributes.failures], [`${tests}`, `${failures}`]);
  assert.strictEqual(suite.children.length, tests);
  assert.strictEqual(suite.children.filter((one) => one.children.length).length, failures);
}
assert.match(parse(junit).children[0].children[0].children[0].attributes.message, /lost <update> & "more" %0A/);

// --- annotations: one line each, % escaped

assert.match(github, /^::error file=[^,\n]*store\.js,line=2,endLine=2,col=5,endColumn=9,title=event-race::[^\n]*%250A[^\n]*\n$/);
