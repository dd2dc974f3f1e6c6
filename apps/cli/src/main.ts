import { runCli } from './run-cli.ts';

const interrupt = new AbortController();
process.once('SIGINT', () => interrupt.abort()).once('SIGTERM', () => interrupt.abort());

// Whoever reads the output has seen enough, as `head` has.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await runCli({
  argv: process.argv.slice(2),
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  wallClock: () => new Date(),
  signal: interrupt.signal,
});
