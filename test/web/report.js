'use strict';

// node report.js REPORT [FOLDER]: opens a report from disk in Chromium, uses it as a person would, and prints what is
// wrong; exit 1 if anything is. With FOLDER, pictures of it at 1280 and 400 pixels, light and dark, are put there.

const { spawn } = require('node:child_process');
const { mkdirSync, mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join, resolve } = require('node:path');

const [report, folder] = process.argv.slice(2);
const profile = mkdtempSync(join(tmpdir(), 'interloper-report-'));
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--hide-scrollbars',
  '--disable-background-networking',
];
flags.push(
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-pipe',
  `--user-data-dir=${profile}`,
);
const browser = spawn(process.env.INTERLOPER_BROWSER || 'chromium', flags, {
  stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
});

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const wrong = [];
const waiting = new Map();
let last = 0;
let session;
let rest = '';

function call(method, params = {}) {
  const id = ++last;
  browser.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId: session })}\0`);
  return new Promise((done) => waiting.set(id, done));
}

function receive(message) {
  if (message.id) waiting.get(message.id)(message.result || message.error);
  if (message.method === 'Runtime.exceptionThrown')
    wrong.push(`throws ${message.params.exceptionDetails.exception.description}`);
  if (message.method === 'Log.entryAdded') wrong.push(`logs ${message.params.entry.text}`);
  if (
    message.method === 'Network.requestWillBeSent' &&
    !/^(file|data):/.test(message.params.request.url)
  ) {
    wrong.push(`asks for ${message.params.request.url}`);
  }
}

browser.stdio[4].on('data', (bytes) => {
  const messages = (rest + bytes).split('\0');
  rest = messages.pop();
  messages.map((text) => JSON.parse(text)).forEach(receive);
});

const value = async (expression) => {
  const answer = await call('Runtime.evaluate', {
    expression,
    returnByValue: true,
    awaitPromise: true,
  });
  if (answer.exceptionDetails)
    wrong.push(`${expression}: ${answer.exceptionDetails.exception.description}`);
  return answer.result.value;
};

async function press(key) {
  const text = key.length === 1 ? key : undefined;
  await call('Input.dispatchKeyEvent', { type: 'keyDown', key, text, code: key });
  await call('Input.dispatchKeyEvent', { type: 'keyUp', key, code: key });
}

function expect(what, got, wanted) {
  if (got !== wanted) wrong.push(`${what}: ${got}, expected ${wanted}`);
}

async function checkKeys() {
  const tests = await value('document.querySelectorAll(".list button.verdict").length');
  const first = await value('location.hash');
  await press('ArrowRight');
  expect('→ goes to another test', (await value('location.hash')) !== first, tests > 1);
  await press('ArrowLeft');
  expect('← comes back', await value('location.hash'), first);
  await press('?');
  expect('? opens the help', await value('document.querySelector("dialog").open'), true);
  await press('Escape');
  await value('document.querySelector("dialog").close()');
  expect('the pictures stand side by side', await value('!document.querySelector(".stage")'), true);
  await press('d');
  await press('s');
  expect('s shows them under a slider', await value('!!document.querySelector(".stage")'), true);
  await press('s');
  await press('d');
  await press('/');
  expect('/ goes to the search', await value('document.activeElement.type'), 'search');
  await call('Input.insertText', { text: 'no event is called like this' });
  expect(
    'what is not found is said',
    await value('document.querySelectorAll(".list button.verdict").length'),
    0,
  );
  await value(
    '(() => { const s = document.activeElement; s.value = ""; s.dispatchEvent(new Event("input")); s.blur(); })()',
  );
  expect(
    'an empty search lists all',
    await value('document.querySelectorAll(".list button.verdict").length'),
    tests,
  );
  await value('document.querySelector(".cause button").click()');
  expect(
    'a cause can be folded',
    (await value('document.querySelectorAll(".list button.verdict").length')) < tests,
    true,
  );
  expect(
    'a cause says how many races it has',
    await value('/ \\d+ races?$/.test(document.querySelector(".cause button").textContent)'),
    true,
  );
  await value('document.querySelector(".cause button").click()');
  expect(
    'the first link skips to the test',
    await value(
      'document.querySelector("a").getAttribute("href") === "#shown" && !!document.getElementById("shown")',
    ),
    true,
  );
  expect(
    'what is read tells which order it is of',
    await value(
      '[...document.querySelectorAll(".lines .late b")].every((sign) => sign.textContent === "late") && !!document.querySelector(".lines .order b")',
    ),
    true,
  );
  await value('document.querySelector(".event .body > button")?.click()');
  expect('a graph is drawn', await value('document.querySelectorAll(".graph svg").length'), 1);
  await value('document.querySelector(".event .body > button")?.click()');
}

async function checkWidth(width, scheme) {
  await call('Emulation.setDeviceMetricsOverride', {
    width,
    height: 900,
    deviceScaleFactor: 1,
    mobile: false,
  });
  await call('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-color-scheme', value: scheme }],
  });
  expect(
    `width of the page at ${width}`,
    await value('document.documentElement.scrollWidth'),
    width,
  );
  if (!folder) return;
  const shot = await call('Page.captureScreenshot');
  writeFileSync(join(folder, `${width}-${scheme}.png`), Buffer.from(shot.data, 'base64'));
  const height = await value('document.documentElement.scrollHeight');
  const clip = { x: 0, y: 0, width, height: Math.min(height, 8000), scale: 1 };
  const whole = await call('Page.captureScreenshot', { captureBeyondViewport: true, clip });
  writeFileSync(join(folder, `${width}-${scheme}-whole.png`), Buffer.from(whole.data, 'base64'));
}

async function main() {
  if (folder) mkdirSync(folder, { recursive: true });
  const { targetId } = await call('Target.createTarget', { url: 'about:blank' });
  session = (await call('Target.attachToTarget', { targetId, flatten: true })).sessionId;
  for (const domain of ['Runtime', 'Log', 'Network', 'Page']) await call(`${domain}.enable`);
  await call('Page.navigate', { url: `file://${resolve(report)}` });
  while ((await value('document.readyState')) !== 'complete') await pause(20);
  expect(
    'globals left behind',
    await value('["el", "svg", "verdicts", "state"].filter((name) => name in window).join()'),
    '',
  );
  await checkKeys();
  for (const width of [1280, 400])
    for (const scheme of ['dark', 'light']) await checkWidth(width, scheme);
}

// Helpers of a browser that ended may still write into its profile for a moment.
async function removeProfile() {
  for (let tries = 0; tries < 50; tries++) {
    try {
      return rmSync(profile, { recursive: true, force: true });
    } catch {
      await pause(100);
    }
  }
  return wrong.push(`cannot remove ${profile}`);
}

function finish(code) {
  browser.on('exit', async () => {
    await removeProfile();
    for (const line of wrong) console.log(line);
    process.exit(code || (wrong.length ? 1 : 0));
  });
  session = undefined;
  call('Browser.close');
  setTimeout(() => browser.kill('SIGKILL'), 5000).unref();
}

browser.on('error', (error) => {
  rmSync(profile, { recursive: true, force: true });
  console.log(error.message);
  process.exit(4);
});
setTimeout(() => wrong.push('took more than 60 seconds') && finish(1), 60000).unref();
main().then(finish, (error) => wrong.push(error.stack) && finish(1));
