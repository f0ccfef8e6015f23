'use strict';
// Stack traces, the program's own way of printing them, and what an uncaught error looks like.
Error.stackTraceLimit = 3;
setTimeout(() => console.log(new Error('in a timer').stack), 1);
function outer() {
    setTimeout(() => {
        const before = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
        Error.prepareStackTrace = (error, frames) => frames.map((frame) => frame.getFunctionName() + ':' + frame.getLineNumber());
        setTimeout(() => {}, 1);
        console.log(new Error('x').stack, before);
        Error.prepareStackTrace = undefined;
        Error.stackTraceLimit = 0;
        setTimeout(() => {}, 1);
        console.log(new Error('none').stack, Error.stackTraceLimit);
        delete Error.stackTraceLimit;
        setTimeout(() => {}, 1);
        console.log('stackTraceLimit' in Error, new Error('gone').stack);
        Error.stackTraceLimit = 10;
        setTimeout(function last() { throw new TypeError('uncaught'); }, 5);
    }, 2);
}
outer();
