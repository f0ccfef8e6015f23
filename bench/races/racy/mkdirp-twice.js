'use strict';
// origin: mkdirp, issue 2 (Node.fz, MKD; NACD 4), the package itself. Two callers want folders under one prefix; a parent
// that the other one makes between `exists` and `mkdir` is an error to the caller.
const fs = require('fs');
const path = require('path');
const { folder, pause, fail } = require('../rig');

path.exists = fs.exists; // as Node had it then
const { mkdirp } = require('mkdirp');
const dir = folder();
const ensure = name =>
  new Promise((resolve, reject) =>
    mkdirp(`${dir}/cache/${name}`, 0o755, error => (error ? reject(error) : resolve())), // guilty: EEXIST of a parent comes out
  );
Promise.all([ensure('js'), pause(120).then(() => ensure('css'))]).catch(error => fail(error.message));
