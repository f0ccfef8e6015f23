// node lint.mjs: one style for all JavaScript that lives inside pages (src/web) and in their tests. Files that are joined to
// one function see each other's names: they are looked at together, and what is said of them is said of their own lines.
// Prints what is wrong; exit 1 if anything is.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import globals from 'globals';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const inFolder = (folder, names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.js')).sort()) =>
  names.map((name) => `${folder}/${name}`);

const browser = { ...globals.browser, navigation: 'readonly' };
const wire = { indexFile: 'readonly', mappedFiles: 'readonly', ownWord: 'readonly', KIND: 'readonly', kindNames: 'readonly', REST: 'readonly', WHY: 'readonly', LIBRARY_MARK: 'readonly' };
const page = ['dom', 'words', 'viewer', 'sequence', 'graph', 'detail', 'overview', 'main'].map((name) => `${name}.js`);
const rooms = [
  { files: inFolder('src/web/inject'), globals: { ...browser, ...wire }, joined: true },
  {
    files: [...inFolder('src/web/inject', ['0-builtins.js', '1-natives.js', '6-selectors.js', '7-find.js']), 'src/web/record/record.js'],
    globals: { ...browser, ...wire, listeners: 'readonly', callbacks: 'readonly' },
    joined: true,
    only: 'src/web/record/record.js',
  },
  { files: inFolder('src/web/page', page), globals: browser, joined: true },
  { files: inFolder('test/web'), globals: { ...globals.node } },
];

const rules = {
  'no-undef': 'error', 'no-unused-vars': ['error', { args: 'after-used', caughtErrors: 'none' }], 'no-var': 'error',
  'prefer-const': ['error', { destructuring: 'all' }], eqeqeq: 'error', 'no-shadow-restricted-names': 'error',
  'no-redeclare': ['error', { builtinGlobals: false }], 'no-unreachable': 'error', 'no-fallthrough': 'error', 'no-empty': 'error',
  'no-dupe-keys': 'error', 'no-cond-assign': 'error', 'no-debugger': 'error', 'no-self-compare': 'error',
  'no-useless-escape': 'error', 'object-shorthand': 'error', 'no-template-curly-in-string': 'error',
  'prefer-arrow-callback': ['error', { allowNamedFunctions: true }], yoda: 'error', 'no-else-return': 'error',
  semi: 'error', quotes: ['error', 'single', { avoidEscape: true, allowTemplateLiterals: true }], 'no-trailing-spaces': 'error',
  'no-tabs': 'error', 'max-len': ['error', { code: 140, ignoreRegExpLiterals: true, ignoreTemplateLiterals: true, ignoreStrings: true }], 'max-lines-per-function': ['error', 100],
  'comma-dangle': ['error', 'only-multiline'], 'keyword-spacing': 'error', 'space-infix-ops': 'error', 'arrow-parens': 'error',
  'no-multiple-empty-lines': ['error', { max: 1 }], 'brace-style': ['error', '1tbs', { allowSingleLine: true }],
};

let wrong = 0;
function tell(file, { line, column, message, ruleId }) {
  wrong++;
  console.log(`${file}:${line}:${column}: ${message} (${ruleId})`);
}

for (const { files, globals: known, joined, only } of rooms) {
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: { languageOptions: { ecmaVersion: 'latest', sourceType: joined ? 'script' : 'commonjs', globals: known }, rules },
  });
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'));
  for (const group of joined ? [files] : files.map((file) => [file])) {
    const parts = group.map((file) => texts[files.indexOf(file)]);
    const starts = []; // line of the joined text before the first of each file
    const head = joined ? "(function () {\n'use strict';\n" : '';
    let line = head ? 2 : 0;
    for (const part of parts) {
      starts.push(line);
      line += part.split('\n').length - (part.endsWith('\n') ? 1 : 0);
    }
    const text = joined ? `${head}${parts.join('')}})();\n` : parts[0];
    const [{ messages }] = await eslint.lintText(text, { filePath: group[0] });
    for (const message of messages) {
      const at = starts.findLastIndex((start) => start < message.line);
      const file = group[Math.max(at, 0)];
      if (message.ruleId === 'max-lines-per-function' && message.line === 1) continue; // the one they are joined to
      if (!only || file === only) tell(file, { ...message, line: message.line - starts[Math.max(at, 0)] });
    }
  }
}
process.exit(wrong ? 1 : 0);
