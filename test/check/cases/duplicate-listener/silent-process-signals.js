function shutdown() {
  process.exit(0);
}
process.on('SIGINT', shutdown);
process.on('SIGTERM', shutdown);
process.off('SIGINT', shutdown);
process.on('SIGINT', shutdown);
