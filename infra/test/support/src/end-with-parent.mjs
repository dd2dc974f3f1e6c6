// Loaded into processes that tests start: they end when the test is gone, however it ended.
process.stdin.on('end', () => process.exit(1)).resume();
process.stdin.unref();
