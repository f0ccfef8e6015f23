'use strict';
// Reads what was observed: read(folder) gives the threads, each {process, thread, cut, records}, texts and sites resolved.
// `node read.js FOLDER` prints them. The numbers come from src/trace/observed.h.
const fs = require('node:fs');
const path = require('node:path');

const header = fs.readFileSync(path.join(__dirname, '../../src/trace/observed.h'), 'utf8');
const rows = (name) => {
    const body = new RegExp(`#define ${name}\\(ROW\\)([^]*?[^\\\\])\\n`).exec(header)[1];
    return [...body.replace(/\/\*[^]*?\*\//g, '').matchAll(/ROW\(([^)]*)\)/g)].map((row) => row[1].split(',').map((word) => word.trim()));
};
const ops = rows('OBSERVED_OPS');
const files = rows('OBSERVED_FILES').map(([name]) => name);
const accesses = ['READ', 'WRITE', 'CREATE', 'DELETE', 'ADD'];
const kinds = ['TICK', 'JOB', 'IMMEDIATE', 'TIMER', 'REPEATED', 'IO'];
const named = { access: accesses, file: files };
const isText = new Set(['file', 'name', 'path', 'key', 'message', 'process', 'resource', 'what']);

function readThread(file) {
    const bytes = fs.readFileSync(file);
    const word = (at) => bytes.readUInt32LE(at);
    const thread = { process: bytes.toString('utf8', 16, 64).replace(/\0.*/s, ''), thread: word(8), cut: word(12), records: [] };
    if (word(0) !== 0x424f4c49 || word(4) !== 1) throw new Error(`${file}: no such file`);
    const texts = [''], sites = [undefined];
    let site, now = 0;
    for (let at = 64; at + 16 <= bytes.length && word(at) !== 0; at += 16) {
        const row = ops[word(at) & 255];
        if (!row) throw new Error(`${file}: operation ${word(at) & 255} at ${at}`);
        const [op, smallName, ...operands] = row;
        const record = { op, now };
        const small = word(at) >>> 8;
        if (smallName !== 'none') record[smallName] = (op === 'REGISTER' ? kinds : named[smallName] || [])[small] ?? small;
        operands.forEach((operand, i) => {
            const value = word(at + 4 + 4 * i);
            if (operand === 'none') return;
            record[operand] = value;
            if (op !== 'TEXT' && isText.has(operand)) {
                if (value >= texts.length) throw new Error(`${file}: text ${value} at ${at} is not known`);
                record[operand] = texts[value];
            }
            if (operand === 'site' && op !== 'SITE') {
                if (value >= sites.length || (value && !sites[value])) throw new Error(`${file}: site ${value} at ${at} is not known`);
                record.site = sites[value];
            }
        });
        if (op === 'TEXT') {
            texts.push(bytes.toString('utf8', at + 16, at + 16 + record.length));
            if (texts.length - 1 !== record.text) throw new Error(`${file}: text ${record.text} at ${at}`);
            at += 16 * Math.ceil(record.length / 16);
            continue;
        }
        if (op === 'SITE') sites[record.site] = site = { file: record.file };
        else if (op === 'WHERE') Object.assign(site, { line: record.line, column: record.column, within: record.name });
        else if (op === 'VALUE') Object.assign(thread.records.at(-1), { flags: record.flags, hash: record.hash });
        else thread.records.push(record);
        if (op === 'START') record.now = now = record.event;
    }
    return thread;
}

exports.read = (folder) => fs.readdirSync(folder).filter((name) => name.endsWith('.observed')).sort().map((name) => readThread(path.join(folder, name)));

if (require.main === module)
    for (const { process: name, thread, cut, records } of exports.read(process.argv[2])) {
        console.log(`== ${name} thread ${thread}, ${cut} cut`);
        for (const { op, now, site, ...rest } of records) {
            const words = Object.entries(rest).map(([key, value]) => `${key}=${value}`);
            console.log(`${String(now).padStart(5)} ${op} ${words.join(' ')}${site ? ` at ${path.basename(site.file)}:${site.line}:${site.column} ${site.within}` : ''}`);
        }
    }
