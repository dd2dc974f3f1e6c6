import { equal, match, ok } from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressesOf, lastLines, localSecrets, SERVICES, toolCall } from '@funnel/local';
import { anyFreePort, LocalError, runChild } from '@funnel/servers';
import type { Buildah } from '../buildah.ts';
import { type Container, type ContainerProcess, openContainer, runIn, startContainer } from '../container.ts';
import { CLI_IMAGE, IMAGES } from '../images.ts';
import { ODD_PASSWORD, startDebianServers } from './debian-servers.ts';
import { createOperator, type Operator } from './operator.ts';
import { readmeCommands } from './readme-commands.ts';
import { step } from './step.ts';

type Service = (typeof SERVICES)[number];

/** A service that runs from its image. */
interface Running {
  service: Service;
  container: Container;
  process: ContainerProcess;
  env: Record<string, string>;
  url: string;
  logFile: string;
}

const READY_MS = 120_000;
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
  console.log(JSON.stringify({
    uid: process.getuid(), groups: process.getgroups(), pid: process.pid, shell: fs.existsSync('/bin/sh'),
    app: write('/app/file'), root: write('/file'), tmp: write('/tmp/file'),
  }));`;

/**
 * `npm run -s images try`: starts the whole product from the images alone, on PostgreSQL and Redis of Debian, each service
 * as an ordinary user with a root that cannot be written to. Runs the README's commands and the conformance suites.
 */
export async function tryProduct({
  root,
  localDir,
  buildah,
  defer,
}: {
  root: string;
  localDir: string;
  buildah: Buildah;
  defer: (cleanUp: () => unknown) => void;
}): Promise<void> {
  const folder = join(localDir, 'images', 'try');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  defer(() => rmSync(folder, { recursive: true, force: true }));

  const containers = await step('images unpacked', () => {
    const opened = new Map<string, Container>();
    for (const image of IMAGES) {
      const container = openContainer(buildah, image);
      defer(() => container.remove());
      opened.set(image, container);
    }
    return opened;
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
        ...secretsOf(service.app, secrets),
        DATABASE_URL: urls.get(service.app) ?? '',
        [service.portVariable]: String(ports.get(service)),
      };
      const logFile = join(folder, `${service.app}.log`);
      const process = startContainer(container, env, logFile);
      defer(async () => {
        process.stop();
        await process.ended;
      });
      return { service, container, process, env, url: `http://127.0.0.1:${ports.get(service)}`, logFile };
    });
    await Promise.all(started.map(untilReady));
    return started;
  });
  for (const service of running)
    await step(`${service.service.app}: health check of the image`, () => checkHealth(service, 0));

  for (const { command, output } of readmeCommands(root)) {
    const line = command.replaceAll('http://127.0.0.1:3000', addresses.REST_API_RESOURCE);
    await step(`README: ${command.split('\n')[0]}`, () => equal(operator.shell(line), output));
  }
  await step('a tool call with a token of the operator', () =>
    callTool(operator, addresses.MCP_SERVER_RESOURCE),
  );
  await step('catalog and a person for the conformance suites', () => {
    operator.run(['catalog', '-'], JSON.stringify(TRIAL_CATALOG));
    operator.run(['user', 'add', EMAIL, '--account', '1']);
  });
  await step('conformance', () => runConformance(root, addresses));

  printMemory(running);
  for (const service of running)
    await step(`${service.service.app}: SIGTERM ends it with status 0`, () => checkStop(service));
}

function checkUser(container: Container): string {
  const { stdout, stderr } = runIn(container, ['node', '-e', PROBE]);
  const seen = JSON.parse(stdout || JSON.stringify(stderr)) as Record<string, unknown>;
  equal(seen['uid'], 1000, stderr);
  equal(seen['pid'], 1);
  equal(seen['app'], 'EROFS');
  equal(seen['root'], 'EROFS');
  equal(seen['tmp'], 'written');
  equal(seen['shell'], false);
  return `user 1000, writing to /app fails with EROFS`;
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

/** Each service gets only the secrets that it needs. */
function secretsOf(app: string, secrets: Readonly<Record<string, string>>): Record<string, string> {
  const names: Record<string, string[]> = {
    'rest-api': ['INTROSPECTION_CLIENT_SECRET', 'API_KEY_ENCRYPTION_KEY'],
    'mcp-server': ['INTROSPECTION_CLIENT_SECRET'],
    'event-intake': ['INTROSPECTION_CLIENT_SECRET'],
    'authorization-server': [
      'INTROSPECTION_CLIENT_SECRET',
      'AUTHORIZATION_SERVER_COOKIE_KEYS',
      'AUTHORIZATION_SERVER_JWKS',
    ],
  };
  return Object.fromEntries((names[app] ?? []).map((name) => [name, secrets[name] ?? '']));
}

async function untilReady({ service, url, process, logFile }: Running): Promise<void> {
  const ended = process.ended.then(() => 'ended' as const);
  for (const deadline = Date.now() + READY_MS; Date.now() < deadline; ) {
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    if ((await Promise.race([ended, sleep(100)])) === 'ended') break;
  }
  throw new LocalError(`${service.app} did not become ready:\n${await lastLines(logFile)}`);
}

/** Runs the command of the image's HEALTHCHECK next to the service, as an engine does. */
function checkHealth({ container, env }: Running, expected: number): void {
  const [kind, ...command] = container.config.Healthcheck?.Test ?? [];
  equal(kind, 'CMD');
  equal(runIn(container, command, env).status, expected);
}

async function callTool(operator: Operator, resource: string): Promise<string> {
  const token = operator
    .run(['token', '--websites', '10', '--scopes', 'reports', '--resource', 'mcp'])
    .trim();
  const question = { website_id: 10, timeframe: 'all_time' };
  const response = await fetch(resource, toolCall(token, 'get_website_report', question));
  const text = await response.text();
  equal(response.status, 200, text);
  const { result } = JSON.parse(text) as {
    result: { structuredContent: { data: { metrics: { orders: number } } } };
  };
  equal(result.structuredContent.data.metrics.orders, 1);
  return 'get_website_report has the order of the README';
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

function printMemory(running: readonly Running[]): void {
  console.log('\n| service | user | memory, MB | most, MB |\n| --- | --- | --- | --- |');
  for (const { service, process } of running) {
    const status = readFileSync(`/proc/${process.pid()}/status`, 'utf8');
    const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '';
    match(field('CapEff'), /^0+$/);
    ok(field('Uid') === '1000', 'the service runs as another user');
    const megabytes = (name: string) => Math.round(Number(field(name)) / 1024);
    console.log(`| ${service.app} | ${field('Uid')} | ${megabytes('VmRSS')} | ${megabytes('VmHWM')} |`);
  }
  console.log('');
}

async function checkStop(running: Running): Promise<void> {
  running.process.stop();
  const status = await Promise.race([running.process.ended, sleep(STOP_MS, 'still running', { ref: false })]);
  equal(status, 0, await lastLines(running.logFile));
  checkHealth(running, 1);
}
