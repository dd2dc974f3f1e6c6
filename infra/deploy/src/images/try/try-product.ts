import { deepEqual, equal } from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressesOf, lastLines, localSecrets, SERVICES, untilReady } from '@funnel/local';
import { anyFreePort, type Invocation, LocalError, runChild } from '@funnel/servers';
import { SERVICE_SCHEMAS } from '../../deployables.ts';
import type { Buildah } from '../buildah.ts';
import { type Container, type ContainerProcess, openContainer, runIn, startContainer } from '../container.ts';
import { CLI_IMAGE, IMAGES } from '../images.ts';
import { ODD_PASSWORD, startDebianServers } from './debian-servers.ts';
import { createOperator, readmeCommands } from './operator.ts';

type Service = (typeof SERVICES)[number];

/** A service that runs from its image. */
interface Running extends ContainerProcess {
  service: Service;
  container: Container;
  env: Record<string, string>;
  url: string;
  logFile: string;
}

const STOP_MS = 60_000;
const EMAIL = 'trial@example.com';
const PASSWORD = 'correct horse battery';
const TRIAL_WEBSITES = [1, 2];
const TRIAL_CATALOG = {
  accounts: [{ id: 1, name: 'Trial' }],
  websites: TRIAL_WEBSITES.map((id) => ({ id, account_id: 1, name: `trial-${id}.example` })),
};
/** What a program in an image sees. */
const PROBE = `
  const fs = require('node:fs');
  const write = (file) => { try { fs.writeFileSync(file, ''); return 'written'; } catch (error) { return error.code; } };
  const [, rights] = /^CapEff:\\s+0*(\\w+)$/m.exec(fs.readFileSync('/proc/self/status', 'utf8'));
  console.log(JSON.stringify({
    uid: process.getuid(), pid: process.pid, rights, shell: fs.existsSync('/bin/sh'),
    app: write('/app/file'), root: write('/file'), tmp: write('/tmp/file'),
  }));`;
const EXPECTED = {
  uid: 1000,
  pid: 1,
  rights: '0',
  shell: false,
  app: 'EROFS',
  root: 'EROFS',
  tmp: 'written',
};

/**
 * `npm run -s images try`: starts the whole product from the images alone, on PostgreSQL and Redis of Debian, each service
 * as an ordinary user with a root that cannot be written to. Runs the README's commands and the conformance suites.
 */
export async function tryProduct(
  { root, localDir }: Invocation,
  buildah: Buildah,
  defer: (cleanUp: () => unknown) => void,
): Promise<void> {
  const folder = join(localDir, 'images', 'try');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  defer(() => rmSync(folder, { recursive: true, force: true }));

  const containers = new Map<string, Container>();
  await step('images unpacked', () => {
    for (const image of IMAGES) {
      const container = openContainer(buildah, image);
      defer(() => container.remove());
      containers.set(image, container);
    }
  });
  const containerOf = (image: string): Container => {
    const container = containers.get(image);
    if (!container) throw new LocalError(`There is no image of ${image}: run npm run -s images build.`);
    return container;
  };
  for (const [image, container] of containers)
    await step(`${image}: not root, root file system read-only, no shell`, () => checkUser(container));

  const servers = await step('PostgreSQL and Redis of Debian', () => startDebianServers(root, folder, defer));
  const ports = new Map<Service, number>();
  for (const service of SERVICES) ports.set(service, await anyFreePort());
  const addresses = addressesOf(ports);
  const secrets = withOddPasswords(await localSecrets(folder));
  const shared = { ...addresses, REDIS_URL: servers.redisUrl, RATE_LIMIT_PER_MINUTE: '0' };
  const operator = createOperator(containerOf(CLI_IMAGE), {
    root,
    folder,
    env: { ...secrets, ...addresses, DATABASE_URL: servers.databaseUrl, USER_PASSWORD: PASSWORD },
  });
  await step('migrate, with the operator image', () => void operator.run(['migrate']));
  const urls = await step('roles, with the operator image', () => roleUrls(operator.run(['roles'])));

  const running = await step('five services from their images', async () => {
    const started = SERVICES.map((service): Running => {
      const container = containerOf(service.app);
      const env = {
        ...shared,
        // Each service gets only the secrets that it reads.
        ...pick(secrets, Object.keys(SERVICE_SCHEMAS[service.app].shape)),
        DATABASE_URL: urls.get(service.app) ?? '',
        [service.portVariable]: String(ports.get(service)),
      };
      const logFile = join(folder, `${service.app}.log`);
      const process = startContainer(container, env, logFile);
      defer(async () => {
        process.stop();
        await process.ended;
      });
      const url = `http://127.0.0.1:${ports.get(service)}`;
      return { ...process, service, container, env, url, logFile };
    });
    await Promise.all(started.map((service) => untilReady(service)));
    return started;
  });
  for (const service of running)
    await step(`${service.service.app}: health check of the image`, () => checkHealth(service, 0));

  for (const { command, output } of readmeCommands(root)) {
    const line = command.replaceAll('http://127.0.0.1:3000', addresses.REST_API_RESOURCE);
    await step(`README: ${command.split('\n')[0]}`, () => equal(operator.shell(line), output));
  }
  await step('catalog and a person for the conformance suites', () => {
    operator.run(['catalog', '-'], JSON.stringify(TRIAL_CATALOG));
    operator.run(['user', 'add', EMAIL, '--account', '1']);
  });
  await step('conformance', () => runConformance(root, addresses));

  for (const service of running)
    await step(`${service.service.app}: SIGTERM ends it with status 0`, () => checkStop(service));
}

/** Runs one step and prints a line with its time; a failure names the step. */
async function step<Result>(title: string, work: () => Promise<Result> | Result): Promise<Result> {
  const started = performance.now();
  try {
    const result = await work();
    console.log(`ok      ${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    return result;
  } catch (error) {
    throw new LocalError(`FAILED  ${title}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function checkUser(container: Container): void {
  const { stdout, stderr } = runIn(container, ['node', '-e', PROBE]);
  deepEqual(JSON.parse(stdout || JSON.stringify(stderr)), EXPECTED);
}

function pick(values: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

/** Passwords of the database roles with every character that has a meaning in a URL. */
function withOddPasswords(secrets: Record<string, string>): Record<string, string> {
  const odd = Object.keys(secrets).filter((name) => name.endsWith('_DATABASE_PASSWORD'));
  return { ...secrets, ...Object.fromEntries(odd.map((name) => [name, `${ODD_PASSWORD} ${name}`])) };
}

/** The lines of `roles`: `rest-api DATABASE_URL=postgres://...`. */
function roleUrls(output: string): Map<string, string> {
  const urls = new Map(
    [...output.matchAll(/^(\S+) DATABASE_URL=(\S+)$/gm)].map(([, app = '', url = '']) => [app, url]),
  );
  equal(urls.size, SERVICES.length, output);
  return urls;
}

/** Runs the command of the image's HEALTHCHECK next to the service, as an engine does. */
function checkHealth({ container, env }: Running, expected: number): void {
  const [kind, ...command] = container.config.Healthcheck?.Test ?? [];
  equal(kind, 'CMD');
  equal(runIn(container, command, env).status, expected);
}

async function runConformance(
  root: string,
  addresses: { AUTHORIZATION_SERVER_ISSUER: string; MCP_SERVER_RESOURCE: string },
): Promise<void> {
  const { AUTHORIZATION_SERVER_ISSUER: issuer, MCP_SERVER_RESOURCE: tools } = addresses;
  const person = ['--email', EMAIL, '--websites', TRIAL_WEBSITES.join(',')];
  const args = ['conformance', '--issuer', issuer, '--tools', tools, ...person];
  const status = await runChild(process.execPath, [join(root, 'infra', 'local', 'bootstrap.mjs'), ...args], {
    cwd: root,
    env: { ...process.env, CONFORMANCE_PASSWORD: PASSWORD },
  });
  equal(status, 0, 'see above');
}

async function checkStop(running: Running): Promise<void> {
  running.stop();
  const status = await Promise.race([running.ended, sleep(STOP_MS, 'still running', { ref: false })]);
  equal(status, 0, await lastLines(running.logFile));
  checkHealth(running, 1);
}
