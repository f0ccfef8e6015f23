export { config as settings, load } from './live.mjs';
export * from './live-other.mjs';
