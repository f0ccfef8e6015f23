casper.start();
casper.then(function () { throw new Error('oops!'); });
casper.run();
