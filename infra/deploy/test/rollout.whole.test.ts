import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { until } from '@funnel/testing';

// The order of the steps and what happens after a failure, with a `docker` that only writes down what it is asked.
// `npm run -s images -- try` runs the same command with a real engine.
const root = fileURLToPath(new URL('../../..', import.meta.url));
const SERVICES = [
  'authorization-server',
  'event-intake',
  'insights-worker',
  'mcp-server',
  'rest-api',
  'dashboard',
];
const LOCALHOST = readFileSync(join(root, 'infra/deploy/compose/localhost.env'), 'utf8').replaceAll(
  /^(#|FUNNEL_USER).*\n/gm,
  '',
);
let clone: string;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'funnel-rollout-'));
  for (const path of ['infra/deploy/rollout', 'infra/deploy/secrets', 'infra/local/secret-makers.mjs'])
    cpSync(join(root, path), join(clone, path), { recursive: true });
  cpSync(join(root, 'package.json'), join(clone, 'package.json'));
  mkdirSync(join(clone, 'bin'));
  mkdirSync(join(clone, 'running'));
  writeFileSync(
    join(clone, 'bin/docker'),
    `#!/bin/sh
    echo "$FUNNEL_VERSION $*" >> "${clone}/calls"
    case "$*" in
      *--services) printf '%s\\n' backup postgres proxy redis migrate roles ${SERVICES.join(' ')} ;;
      *json) echo '{"name":"funnel","networks":{"web":{"name":"funnel_web"}}}' ;;
      "inspect --format"*) case "$*" in *"$SICK") echo exited unhealthy ;; *) echo running healthy ;; esac ;;
      inspect*) [ -n "$LEFT" ] && [ "$2" = "$LEFT" ] || exit 1 ;;
      "image inspect"*) exit 1 ;;
      "pull "*) [ -z "$UNKNOWN" ] || [ "$3" != "$UNKNOWN" ] || exit 1 ;;
      ps*) cat "${clone}/running/"* 2> /dev/null ;;
      *"ps --quiet") cat "${clone}/running/"* 2> /dev/null ;;
      *"port proxy 80") echo "$PORT80" ;;
      *"port proxy 443") echo "$PORT443" ;;
      # From a terminal, Compose refuses to run anything without it.
      *"compose run "*) case "$*" in *--no-TTY*) ;; *) exit 1 ;; esac ;;
    esac
    [ -z "$SLOW" ] || ! echo "$*" | grep -q -e "$SLOW" || sleep 3
    [ -z "$FAILS" ] || ! echo "$FUNNEL_VERSION $*" | grep -q -e "$FAILS" || exit 1
    case "$*" in
      *--wait-timeout*) for last; do :; done; echo "$last funnel/$last:$FUNNEL_VERSION" > "${clone}/running/$last" ;;
    esac
    `,
  );
  chmodSync(join(clone, 'bin/docker'), 0o755);
  const user = `${process.getuid?.() ?? 1000}:${process.getgid?.() ?? 1000}`;
  writeFileSync(join(clone, '.env'), `# mine\nFUNNEL_USER=${user}\n${LOCALHOST}`);
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

interface Circumstances {
  sick?: string;
  left?: string;
  slow?: string;
  /** An image that does not exist. */
  unknown?: string;
  port80?: string;
  port443?: string;
}

const start = (args: string[], fails: string, circumstances: Circumstances) => {
  const { sick = 'nothing', left = '', slow = '', unknown = '', port80 = '', port443 = '' } = circumstances;
  rmSync(join(clone, 'calls'), { force: true });
  const child = spawn(process.execPath, [join(clone, 'infra/deploy/rollout/main.mjs'), ...args], {
    cwd: clone,
    env: {
      PATH: `${join(clone, 'bin')}:${process.env['PATH']}`,
      FAILS: fails,
      SICK: sick,
      LEFT: left,
      SLOW: slow,
      UNKNOWN: unknown,
      PORT80: port80,
      PORT443: port443,
    },
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = once(child, 'close').then(([status]) => {
    const file = join(clone, 'calls');
    const calls = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    return { status: status as number, stderr, calls };
  });
  return { child, ended, said: () => stderr };
};
const rollout = (args: string[], fails = '', circumstances: Circumstances = {}) =>
  start(args, fails, circumstances).ended;
const settings = () => readFileSync(join(clone, '.env'), 'utf8');
/** Writes other values into .env. */
const change = (values: Record<string, string>) => {
  const names = Object.keys(values).join('|');
  const others = settings().replaceAll(new RegExp(`^(${names})=.*\n`, 'gm'), '');
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(clone, '.env'), others + lines.join(''));
};
/** The places of calls, in the order in which they must be. */
const inOrder = (calls: string[], ...texts: string[]) => {
  const places = texts.map((text) => calls.findIndex((call) => call.includes(text)));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
};

describe('npm run -s rollout', () => {
  test('pulls, migrates, then replaces one service after the other; writes the version into .env', async () => {
    const { status, calls } = await rollout(['--version', 'v1.2.0']);
    expect(status).toBe(0);
    inOrder(
      calls,
      ' pull ',
      'postgres redis',
      'run --no-TTY --rm --no-deps migrate',
      'run --no-TTY --rm --no-deps roles',
      '--no-deps proxy',
      ...SERVICES.map((name) => `90 ${name}`),
      '--no-deps backup',
    );
    expect(calls.every((call) => call.startsWith('1.2.0 '))).toBe(true);
    expect(settings()).toMatch(/^# mine\n[^]*\nFUNNEL_VERSION=1\.2\.0\n$/);
    expect(settings()).not.toContain('BEFORE');
    expect(existsSync(join(clone, 'secrets/postgres_password'))).toBe(true);
  });

  test('backs up before it changes the database, and knows the way back', async () => {
    await rollout(['--version', '1.2.0']);
    const next = await rollout(['--version', '1.3.0']);
    inOrder(
      next.calls,
      'run --no-TTY --rm backup backup.sh',
      'run --no-TTY --rm --no-deps migrate',
      '--name funnel-beside-rest-api rest-api',
      'inspect --format {{.State.Status}} {{.State.Health.Status}} funnel-beside-rest-api',
      'network connect --alias rest-api funnel_web funnel-beside-rest-api',
      '90 rest-api',
      'stop --time 40 funnel-beside-rest-api',
    );
    expect(settings()).toContain('FUNNEL_VERSION=1.3.0\nFUNNEL_VERSION_BEFORE=1.2.0');
    expect((await rollout(['--version', '1.3.1', '--no-backup'])).calls.join()).not.toContain('backup.sh');
    const back = await rollout(['--back']);
    expect(back.status).toBe(0);
    expect(back.calls.join()).not.toMatch(/--no-deps (migrate|roles)|backup\.sh/);
    expect(settings()).toContain('FUNNEL_VERSION=1.3.0\nFUNNEL_VERSION_BEFORE=1.3.1');
    const again = (await rollout(['--again'])).calls.filter((call) => call.includes(' compose '));
    expect(again.length).toBeGreaterThan(5);
    expect(again.every((call) => call.startsWith('1.3.0 '))).toBe(true);
  });

  test.each(['pull', 'backup backup.sh', 'migrate', 'roles'])(
    'after a failed %s nothing was replaced',
    async (step) => {
      await rollout(['--version', '1.2.0']);
      const before = settings();
      const { status, stderr, calls } = await rollout(['--version', '1.3.0'], step);
      expect(status).toBe(1);
      expect(stderr).toContain('1.2.0 goes on, nothing was replaced.');
      expect(calls.join()).not.toContain('--wait-timeout');
      expect(settings()).toBe(before);
    },
  );

  test('a service that does not work is noticed before the old one is replaced', async () => {
    await rollout(['--version', '1.2.0']);
    const before = settings();
    const { status, stderr, calls } = await rollout(['--version', '1.3.0'], '', {
      sick: 'funnel-beside-mcp-server',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('1.3.0 does not work: mcp-server. 1.2.0 goes on, nothing was replaced.');
    expect(calls.join()).not.toContain('--wait-timeout');
    expect(calls.at(-1)).toContain(`rm --force ${SERVICES.map((name) => `funnel-beside-${name}`).join(' ')}`);
    expect(settings()).toBe(before);
  });

  test('a version that does not become healthy is taken back', async () => {
    await rollout(['--version', '1.1.9']);
    await rollout(['--version', '1.2.0']);
    const before = settings();
    const { status, stderr, calls } = await rollout(['--version', '1.3.0'], '1.3.0 .*90 mcp-server');
    expect(status).toBe(1);
    expect(stderr).toContain('1.3.0 did not become healthy, see above: 1.2.0 is running again.');
    expect(calls.filter((call) => call.startsWith('1.2.0 ') && call.includes('--wait-timeout'))).toHaveLength(
      SERVICES.length,
    );
    expect(settings()).toBe(before);
  });

  test('the version before may be older than a service, which is stopped', async () => {
    await rollout(['--version', '1.2.0']);
    await rollout(['--version', '1.3.0']);
    const failed = await rollout(['--version', '1.3.1'], '1.3.1 .*90 mcp-server', {
      unknown: 'funnel/dashboard:1.3.0',
    });
    expect(failed.stderr).toContain('1.3.1 did not become healthy, see above: 1.3.0 is running again.');
    expect(failed.calls.join()).not.toContain(
      '1.3.0 compose up --detach --no-deps --wait --wait-timeout 90 dashboard',
    );
    inOrder(failed.calls, '1.3.0 compose up', '1.3.0 compose rm --force --stop dashboard');
    const { status, stderr, calls } = await rollout(['--back'], '', { unknown: 'funnel/dashboard:1.2.0' });
    expect([status, stderr]).toEqual([0, expect.stringContaining('1.2.0 has no dashboard')]);
    expect(calls.join('\n')).not.toMatch(/90 dashboard|beside-dashboard|compose pull.* dashboard/);
    inOrder(calls, '90 rest-api', 'rm --force --stop dashboard');
    expect(settings()).toContain('FUNNEL_VERSION=1.2.0\nFUNNEL_VERSION_BEFORE=1.3.0');
  });

  test('builds get a version of their own', async () => {
    const { status, calls } = await rollout(['--build', '--no-backup']);
    expect(status).toBe(0);
    expect(calls[0]).toMatch(/^1\.\d+\.\d+-t\d{14} /);
    inOrder(calls, ' build', 'run --no-TTY --rm --no-deps migrate');
  });

  test('after one that was interrupted, the services start before what it left ends', async () => {
    await rollout(['--version', '1.2.0']);
    const { status, calls } = await rollout(['--version', '1.3.0'], '', { left: 'funnel-beside-mcp-server' });
    expect(status).toBe(0);
    inOrder(
      calls,
      'up --detach --no-deps --no-recreate --wait mcp-server',
      'stop --time 40 funnel-beside-mcp-server',
      '--name funnel-beside-mcp-server mcp-server',
    );
  });

  test('the version is written when it runs, so the same command can be repeated', async () => {
    await rollout(['--version', '1.2.0']);
    await rollout(['--version', '1.3.0']);
    // Nothing is healthy any more, not even what ran before: as if it was killed in the middle.
    expect((await rollout(['--back'], '--wait-timeout 90 mcp-server')).status).toBe(1);
    expect(settings()).toContain('FUNNEL_VERSION=1.3.0\nFUNNEL_VERSION_BEFORE=1.2.0');
  });

  test('settings that cannot work are refused before anything is started, one line for each', async () => {
    const wrong = {
      API_DOMAIN: 'https://api.localhost/',
      AUTHORIZATION_SERVER_ISSUER: 'http://auth.localhost',
      POSTGRES_MEMORY_MB: '2 GB',
      BACKUP_HOUR: '99',
      TOOLS_DOMAIN: '',
    };
    change(wrong);
    const { status, stderr, calls } = await rollout(['--version', '1.2.0']);
    expect(status).toBe(1);
    for (const name of Object.keys(wrong)) expect(stderr).toMatch(new RegExp(`^  ${name} must be `, 'm'));
    expect(stderr.trim().split('\n')).toHaveLength(1 + Object.keys(wrong).length);
    expect(calls).toEqual([]);
  });

  test.each<[Record<string, string>, RegExp]>([
    [{ API_DOMAIN: 'tools.localhost' }, /TOOLS_DOMAIN must differ from the other domains/],
    [{ DASHBOARD_DOMAIN: '' }, /DASHBOARD_DOMAIN must be a host name .*it is missing/],
    [{ API_DOMAIN: '127.0.0.1' }, /API_DOMAIN must be a host name/],
    [{ API_DOMAIN: 'API.localhost' }, /API_DOMAIN must be a host name in lower case/],
    [{ API_DOMAIN: 'api.example.com' }, /API_DOMAIN must be your own; it is still the example/],
    [{ ACME_EMAIL: 'operations@example.com' }, /ACME_EMAIL must be your own/],
    [{ COMPOSE_PROFILES: 'authorisation-server' }, /COMPOSE_PROFILES must be empty, or/],
    [{ COMPOSE_PROFILES: 'authorization-server, monitoring' }, /without spaces; it is/],
    [{ COMPOSE_PROFILES: '' }, /COMPOSE_PROFILES must contain authorization-server/],
    [{ AUTH_DOMAIN: '' }, /AUTH_DOMAIN must be set with the profile/],
    [{ AUTHORIZATION_SERVER_ISSUER: 'https://login.localhost' }, /must be https:\/\/auth\.localhost/],
    [{ AUTHORIZATION_SERVER_ISSUER: 'https://Auth.localhost' }, /in lower case/],
    [{ LOG_LEVEL: 'verbose' }, /LOG_LEVEL must be one of/],
    [{ FUNNEL_IMAGES: 'Funnel' }, /FUNNEL_IMAGES must be where the images are/],
    [{ COMPOSE_FILE: '' }, /COMPOSE_FILE must be compose\.yaml:compose\.localhost\.yaml/],
  ])('%j is refused before anything is started', async (values, message) => {
    change(values);
    const { status, stderr, calls } = await rollout(['--version', '1.2.0']);
    expect([status, calls]).toEqual([1, []]);
    expect(stderr).toMatch(message);
  });

  test('a setting that is there twice is refused', async () => {
    writeFileSync(join(clone, '.env'), `${settings()}API_DOMAIN=other.localhost\n`);
    const { status, stderr } = await rollout(['--version', '1.2.0']);
    expect([status, stderr]).toEqual([1, expect.stringContaining('API_DOMAIN must be there once')]);
  });

  test('settings that the proxy cannot use replace nothing', async () => {
    await rollout(['--version', '1.2.0']);
    const { status, stderr, calls } = await rollout(['--version', '1.3.0'], 'caddy validate');
    expect(status).toBe(1);
    expect(stderr).toContain('The proxy cannot use these settings: see above. 1.2.0 goes on');
    expect(calls.join()).not.toMatch(/ up /);
  });

  test('the proxy must answer for each domain before a service is replaced', async () => {
    const asked: (string | undefined)[] = [];
    const server = createServer((req, res) => {
      asked.push(req.headers.host);
      res.writeHead(asked.length < 3 ? 502 : 308).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { status } = await rollout(['--version', '1.2.0'], '', { port80: `127.0.0.1:${port}` });
    server.close();
    expect(status).toBe(0);
    expect([...new Set(asked)]).toEqual([
      'api.localhost',
      'tools.localhost',
      'events.localhost',
      'reports.localhost',
      'auth.localhost',
    ]);
  });

  test('says what runs from the containers, not from .env', async () => {
    await rollout(['--version', '1.2.0']);
    writeFileSync(join(clone, 'running/rest-api'), 'rest-api funnel/rest-api:1.1.0\n');
    const { stderr } = await rollout(['--version', '1.3.0'], 'migrate');
    expect(stderr).toMatch(
      /Running now: .*mcp-server 1\.2\.0, rest-api 1\.1\.0\. To have all in one version: .*--again/,
    );
  });

  test('says which service does not run', async () => {
    await rollout(['--version', '1.2.0']);
    rmSync(join(clone, 'running/mcp-server'));
    const { stderr } = await rollout(['--version', '1.3.0'], 'migrate');
    expect(stderr).toMatch(/Running now: .*rest-api 1\.2\.0; not running: mcp-server\./);
    expect(stderr).not.toContain('nothing was replaced');
  });

  test('what was started beside a service that did not start answers in its place', async () => {
    await rollout(['--version', '1.2.0']);
    const again = await rollout(['--again'], '90 mcp-server');
    expect(again.status).toBe(1);
    expect(again.stderr).toContain('mcp-server 1.2.0 did not become healthy');
    expect(again.stderr).toContain('beside it answers until the next rollout');
    expect(again.calls.at(-1)).toContain('rm --force');
    expect(again.calls.at(-1)).not.toContain('beside-mcp-server');
    const update = await rollout(['--version', '1.3.0'], '1.3.0 .*90 mcp-server');
    inOrder(update.calls, '1.2.0 compose up --detach --no-deps --wait --wait-timeout 90 mcp-server');
    const ended = update.calls.findLastIndex((call) => /rm --force .*beside-mcp-server/.test(call));
    const back = update.calls.findIndex((call) => /^1\.2\.0 .*90 mcp-server/.test(call));
    expect(ended).toBeGreaterThan(back);
  });

  test('a proxy that does not start is named, and nothing is said of the services', async () => {
    await rollout(['--version', '1.2.0']);
    const { status, stderr } = await rollout(['--version', '1.3.0'], 'no-deps proxy$');
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('The proxy did not start: see above. 1.2.0 goes on'),
    ]);
  });

  test('a version that the proxy does not reach is no success', async () => {
    const server = createServer((_req, res) => res.writeHead(308).end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { status, stderr } = await rollout(['--version', '1.2.0'], '', {
      port80: address,
      port443: address,
    });
    server.close();
    expect(status).toBe(1);
    expect(stderr).toContain('1.2.0 is running, but the proxy has no answer of api.localhost, ');
  });

  test('Ctrl-C before services are replaced stops after the step, and says what runs', async () => {
    await rollout(['--version', '1.2.0']);
    const { child, ended, said } = start(['--version', '1.3.0'], '', { slow: 'migrate' });
    await until(async () => expect(said()).toContain('migrate of 1.3.0'));
    // A terminal sends it to npm as well, which passes it on.
    child.kill('SIGINT');
    await sleep(50);
    child.kill('SIGINT');
    const { status, stderr, calls } = await ended;
    expect(status).toBe(130);
    expect(stderr).toContain('stopping after this step');
    expect(stderr).toContain('Interrupted. 1.2.0 goes on, nothing was replaced.');
    expect(calls.join()).not.toMatch(/--no-deps roles|beside/);
  });

  test('Ctrl-C while services are replaced: all get the same version', async () => {
    await rollout(['--version', '1.2.0']);
    const { child, ended, said } = start(['--version', '1.3.0'], '', { slow: '90 event-intake' });
    await until(async () => expect(said()).toContain('- event-intake 1.3.0'));
    child.kill('SIGTERM');
    const { status, stderr } = await ended;
    expect([status, stderr]).toEqual([
      0,
      expect.stringContaining('this goes on until all have the same version'),
    ]);
    expect(settings()).toContain('FUNNEL_VERSION=1.3.0');
  });

  test('the second Ctrl-C ends it at once, and says how to repair it', async () => {
    await rollout(['--version', '1.2.0']);
    const { child, ended, said } = start(['--version', '1.3.0'], '', { slow: '90 event-intake' });
    await until(async () => expect(said()).toContain('- event-intake 1.3.0'));
    child.kill('SIGINT');
    await until(async () => expect(said()).toContain('once more'));
    await sleep(1100);
    child.kill('SIGINT');
    const { status, stderr } = await ended;
    expect([status, stderr]).toEqual([130, expect.stringContaining('--again, repairs it')]);
    expect(settings()).toContain('FUNNEL_VERSION=1.2.0');
    expect((await rollout(['--version', '1.3.0'])).status).toBe(0);
  });

  test.each<[string[], number, RegExp]>([
    [['--version', '1.2.0', '--back'], 2, /^Usage/],
    [['--version', 'two words'], 2, /not a version/],
    [['--nonsense'], 2, /Usage/],
    [['--back'], 1, /no FUNNEL_VERSION_BEFORE/],
    [['--again'], 1, /no FUNNEL_VERSION:/],
  ])('%j is refused', async (args, status, message) => {
    const result = await rollout(args);
    expect(result.status).toBe(status);
    expect(result.stderr).toMatch(message);
    expect(result.calls.join()).not.toContain(' up ');
  });

  test('says what is missing: .env, Docker', async () => {
    rmSync(join(clone, 'bin/docker'));
    const options = { cwd: clone, encoding: 'utf8', env: { PATH: join(clone, 'bin') } } as const;
    const begin = () => spawnSync(process.execPath, [join(clone, 'infra/deploy/rollout/main.mjs')], options);
    expect(begin()).toMatchObject({ status: 1, stderr: expect.stringContaining('Install Docker') });
    rmSync(join(clone, '.env'));
    expect(begin()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('copy .env.example to .env'),
    });
  });

  test('two at once are refused; a lock of a process that is gone is not', async () => {
    mkdirSync(join(clone, '.local'), { recursive: true });
    writeFileSync(join(clone, '.local/rollout.pid'), String(process.pid));
    expect(await rollout(['--version', '1.2.0'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`Another rollout works in this folder (process ${process.pid})`),
    });
    const gone = spawnSync(process.execPath, ['-e', '']).pid;
    writeFileSync(join(clone, '.local/rollout.pid'), String(gone));
    expect((await rollout(['--version', '1.2.0'])).status).toBe(0);
    expect(existsSync(join(clone, '.local/rollout.pid'))).toBe(false);
  });
});
