// The same as a module.
import './causes.js';
