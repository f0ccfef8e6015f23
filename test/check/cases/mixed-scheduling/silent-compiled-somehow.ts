// Compiled to CommonJS the tick comes first, as a module the promise job: the text does not tell.
import { format } from './format';

process.nextTick(() => console.log(format('tick')));
Promise.resolve().then(() => console.log('promise'));
