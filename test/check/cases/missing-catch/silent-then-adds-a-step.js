// This then is no promise's: it adds a step to a script for a browser.
casper.start();
casper.then(function () { throw new Error('oops!'); });
casper.run();
