'use strict';

const { resolve } = require('node:path');

module.exports = {
  mode: 'production',
  entry: './src/main.js',
  devtool: 'source-map',
  performance: false,
  stats: 'errors-only',
  output: { path: resolve(__dirname, 'dist'), filename: 'app.js' },
};
