'use strict';
// node schema.js NAME FILE: whether FILE, what a command printed, is as docs/schemas/NAME.json says. Then, so that a schema which
// allows everything is noticed: each field that the schema requires is taken away, wherever it stands in FILE, and must be missed.
const fs = require('fs');
const path = require('path');
const Ajv = require('ajv');

const folder = path.join(__dirname, '../../docs/schemas');
const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
for (const file of fs.readdirSync(folder)) ajv.addSchema(JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8')));

const [name, file] = process.argv.slice(2);
const validate = ajv.getSchema(`${name}.json`);
const document = JSON.parse(fs.readFileSync(file, 'utf8'));
const fail = text => {
  console.log(`${path.basename(file)}: ${text}`);
  process.exitCode = 1;
};

if (!validate(document))
  for (const { instancePath, message } of validate.errors) fail(`${instancePath || '/'} ${message}`);

// Follows schema and document side by side; `missed` counts the fields that were taken away.
let missed = 0;
const resolve = (schema, root) => {
  if (!schema.$ref) return [schema, root];
  const [other, pointer] = schema.$ref.split('#');
  const from = other ? ajv.getSchema(other).schema : root;
  return [pointer.split('/').slice(1).reduce((at, key) => at[key], from), from];
};
const walk = (given, base, value) => {
  const [schema, root] = resolve(given, base);
  if (value === null || typeof value !== 'object') return;
  if (Array.isArray(value)) {
    if (schema.items && !Array.isArray(schema.items)) for (const item of value) walk(schema.items, root, item);
    return;
  }
  for (const key of schema.required || []) {
    const kept = value[key];
    delete value[key];
    if (validate(document)) fail(`nobody misses "${key}"`);
    else missed++;
    value[key] = kept;
    if (schema.properties[key]) walk(schema.properties[key], root, kept);
  }
};
walk(validate.schema, validate.schema, document);
if (!process.exitCode) console.log(`${path.basename(file)}: as docs/schemas/${name}.json says; ${missed} fields would be missed`);
