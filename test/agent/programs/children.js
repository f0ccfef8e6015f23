'use strict';
// What children inherit, and children that are Node themselves.
const child = require('child_process');
const { NODE_OPTIONS } = process.env;
if (process.argv[2]) {
    console.log('child', process.argv.slice(2), process.env.NODE_OPTIONS, process.execArgv);
    process.send && process.send({ options: process.env.NODE_OPTIONS });
} else {
    console.log(NODE_OPTIONS, child.execSync('echo "options: $NODE_OPTIONS"; env | sort | sed "s/=.*//"', { encoding: 'utf8' }));
    console.log(child.execFileSync(process.execPath, [__filename, 'sync'], { encoding: 'utf8' }));
    console.log(child.execFileSync(process.execPath, [__filename, 'bare'], { encoding: 'utf8', env: {} }));
    console.log(child.execFileSync(process.execPath, [__filename, 'own'], { encoding: 'utf8', env: { NODE_OPTIONS: '--max-http-header-size=9000' } }));
    child.fork(__filename, ['forked'], { execArgv: ['--no-warnings'] }).on('message', (message) => console.log(message));
}
