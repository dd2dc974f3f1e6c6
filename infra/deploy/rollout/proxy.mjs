import { get } from 'node:http';
import { get as getSecurely } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';

const WAIT_MS = 30_000;
const POLL_MS = 500;
const REQUEST_MS = 5000;
/** To https. */
const REDIRECT = 308;
const OK = 200;

const VALIDATE =
  'out=$(caddy validate --config /etc/caddy/Caddyfile 2>&1) || { echo "$out" | tail -n 3; exit 1; }';

/** Whether the proxy can use its configuration; what it says is shown if not. */
export async function isProxyValid(compose) {
  const options = ['--rm', '--no-deps', '--quiet-pull', '--entrypoint', 'sh'];
  return compose.once(...options, 'proxy', '-c', VALIDATE);
}

/** Waits until the proxy answers for each domain. Without a port of this machine nobody can ask it from here. */
export async function answersFor(compose, domains) {
  const silent = await silentOnes(portOf(compose, 80), domains, ({ host, port }, domain) =>
    statusOf(get, { host, port, path: '/', headers: { Host: domain } }, REDIRECT),
  );
  return silent.length === 0;
}

/** The domains without an answer of their service. Certificates are not checked: a new one may still be on its way. */
export async function silentServices(compose, domains) {
  return silentOnes(portOf(compose, 443), domains, ({ host, port }, domain) => {
    const tls = { servername: domain, rejectUnauthorized: false, agent: false };
    return statusOf(getSecurely, { host, port, path: '/healthz', headers: { Host: domain }, ...tls }, OK);
  });
}

async function silentOnes(address, domains, isAnswered) {
  if (!address) return [];
  const deadline = Date.now() + WAIT_MS;
  const silent = [];
  for (const domain of domains) {
    while (!(await isAnswered(address, domain))) {
      if (Date.now() > deadline) {
        silent.push(domain);
        break;
      }
      await sleep(POLL_MS);
    }
  }
  return silent;
}

function portOf(compose, inside) {
  try {
    const [, host, port] = /^(.*):(\d+)$/m.exec(compose.read('port', 'proxy', String(inside))) ?? [];
    const isEvery = ['0.0.0.0', '[::]', '::'].includes(host);
    return port && { host: isEvery ? '127.0.0.1' : host, port };
  } catch {
    return undefined;
  }
}

async function statusOf(send, options, expected) {
  return new Promise((done) => {
    const request = send({ ...options, timeout: REQUEST_MS }, (response) => {
      response.resume();
      done(response.statusCode === expected);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => done(false));
  });
}
