/**
 * The health check of the images: asks the service in this container. Arguments: the variable of its port, the default
 * port. It needs no curl and no shell.
 *
 * A process that is stuck does not end by itself: after three failures in a row this ends the service, so that the
 * engine starts it again; after twelve before it was healthy once, because a busy machine starts slowly. It cannot end
 * the first process of a container, so compose.yaml has `init: true`. Kubernetes restarts a container by its own
 * probes.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const FAILURES = '/tmp/failed-health-checks';
const MOST_FAILURES = 3;
const MOST_AT_START = 12;
const WORKED = '/tmp/worked-once';
const PROGRAM = '/app/dist/main.js';

const [variable = '', port] = process.argv.slice(2);
const url = `http://127.0.0.1:${process.env[variable] || port}/healthz`;
const isHealthy = await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
  ({ ok }) => ok,
  () => false,
);
process.exitCode = isHealthy ? 0 : 1;
try {
  if (isHealthy) {
    rmSync(FAILURES, { force: true });
    writeFileSync(WORKED, '');
  } else if (countFailure() >= (existsSync(WORKED) ? MOST_FAILURES : MOST_AT_START)) endService();
} catch {
  // No /tmp to count in: the engine still sees the result.
}

function countFailure() {
  let count = 1;
  try {
    count += Number(readFileSync(FAILURES, 'utf8'));
  } catch {
    // The first one.
  }
  writeFileSync(FAILURES, String(count));
  return count;
}

function endService() {
  for (const file of [FAILURES, WORKED]) rmSync(file, { force: true });
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name) && name !== '1')) {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (!words.includes(PROGRAM)) continue;
    // The first process writes to the log of the container.
    writeFileSync(
      '/proc/1/fd/2',
      `${JSON.stringify({ level: 'error', time: new Date().toISOString(), msg: 'stuck: ended by its health check' })}\n`,
    );
    process.kill(Number(pid), 'SIGKILL');
  }
}
