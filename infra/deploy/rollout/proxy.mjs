import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const WAIT_MS = 30_000;
const POLL_MS = 500;
const REQUEST_MS = 2000;
/** To https. */
const REDIRECT = 308;

/** Whether the proxy can use its configuration; what it says is shown if not. */
export async function isProxyValid(compose) {
  return compose.run(
    '--progress',
    'quiet',
    'run',
    '--rm',
    '--no-deps',
    '--quiet-pull',
    '--entrypoint',
    'sh',
    'proxy',
    '-c',
    'out=$(caddy validate --config /etc/caddy/Caddyfile 2>&1) || { echo "$out" | tail -n 3; exit 1; }',
  );
}

/** Waits until the proxy answers for each domain. Without a port of this machine nobody can ask it from here. */
export async function answersFor(compose, domains) {
  const address = portOf(compose);
  if (!address) return true;
  const deadline = Date.now() + WAIT_MS;
  for (const domain of domains) {
    while ((await statusOf(address, domain)) !== REDIRECT) {
      if (Date.now() > deadline) return false;
      await sleep(POLL_MS);
    }
  }
  return true;
}

function portOf(compose) {
  try {
    const [, host, port] = /^(.*):(\d+)$/m.exec(compose.read('port', 'proxy', '80')) ?? [];
    return (
      port && { host: host === '0.0.0.0' || host === '[::]' || host === '::' ? '127.0.0.1' : host, port }
    );
  } catch {
    return undefined;
  }
}

async function statusOf({ host, port }, domain) {
  return new Promise((done) => {
    const request = get(
      { host, port, path: '/', headers: { Host: domain }, timeout: REQUEST_MS },
      (response) => {
        response.resume();
        done(response.statusCode);
      },
    );
    request.on('timeout', () => request.destroy());
    request.on('error', () => done(0));
  });
}
