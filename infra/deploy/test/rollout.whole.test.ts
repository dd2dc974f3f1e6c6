import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
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
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The order of the steps and what happens after a failure, with a `docker` that only writes down what it is asked.
// `npm run -s images -- try` runs the same command with a real engine.
const root = fileURLToPath(new URL('../../..', import.meta.url));
const SERVICES = ['authorization-server', 'event-intake', 'insights-worker', 'mcp-server', 'rest-api'];
const LOCALHOST = readFileSync(join(root, 'infra/deploy/compose/localhost.env'), 'utf8').replaceAll(
  /^(#|COMPOSE_FILE|FUNNEL_USER).*\n/gm,
  '',
);
let clone: string;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'funnel-rollout-'));
  for (const path of ['infra/deploy/rollout', 'infra/deploy/secrets', 'infra/local/secret-makers.mjs'])
    cpSync(join(root, path), join(clone, path), { recursive: true });
  cpSync(join(root, 'package.json'), join(clone, 'package.json'));
  mkdirSync(join(clone, 'bin'));
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
    esac
    [ -z "$FAILS" ] || ! echo "$FUNNEL_VERSION $*" | grep -q -e "$FAILS"
    `,
  );
  chmodSync(join(clone, 'bin/docker'), 0o755);
  const user = `${process.getuid?.() ?? 1000}:${process.getgid?.() ?? 1000}`;
  writeFileSync(join(clone, '.env'), `# mine\nFUNNEL_USER=${user}\n${LOCALHOST}`);
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

const rollout = (args: string[], fails = '', { sick = 'nothing', left = '' } = {}) => {
  rmSync(join(clone, 'calls'), { force: true });
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(clone, 'infra/deploy/rollout/main.mjs'), ...args],
    {
      cwd: clone,
      encoding: 'utf8',
      env: { PATH: `${join(clone, 'bin')}:${process.env['PATH']}`, FAILS: fails, SICK: sick, LEFT: left },
    },
  );
  const file = join(clone, 'calls');
  const calls = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return { status, stderr, calls };
};
const settings = () => readFileSync(join(clone, '.env'), 'utf8');
/** The places of calls, in the order in which they must be. */
const inOrder = (calls: string[], ...texts: string[]) => {
  const places = texts.map((text) => calls.findIndex((call) => call.includes(text)));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
};

describe('npm run -s rollout', () => {
  test('pulls, migrates, then replaces one service after the other; writes the version into .env', () => {
    const { status, calls } = rollout(['--version', 'v1.2.0']);
    expect(status).toBe(0);
    inOrder(
      calls,
      ' pull ',
      'postgres redis',
      'run --rm --no-deps migrate',
      'run --rm --no-deps roles',
      '--no-deps proxy',
      ...SERVICES.map((name) => `90 ${name}`),
      '--no-deps backup',
    );
    expect(calls.every((call) => call.startsWith('1.2.0 '))).toBe(true);
    expect(settings()).toMatch(/^# mine\n[^]*\nFUNNEL_VERSION=1\.2\.0\n$/);
    expect(settings()).not.toContain('BEFORE');
    expect(existsSync(join(clone, 'secrets/postgres_password'))).toBe(true);
  });

  test('backs up before it changes the database, and knows the way back', () => {
    rollout(['--version', '1.2.0']);
    const next = rollout(['--version', '1.3.0']);
    inOrder(
      next.calls,
      'run --rm backup backup.sh',
      'run --rm --no-deps migrate',
      '--name funnel-beside-rest-api rest-api',
      'inspect --format {{.State.Status}} {{.State.Health.Status}} funnel-beside-rest-api',
      'network connect --alias rest-api funnel_web funnel-beside-rest-api',
      '90 rest-api',
      'stop --time 40 funnel-beside-rest-api',
    );
    expect(settings()).toContain('FUNNEL_VERSION=1.3.0\nFUNNEL_VERSION_BEFORE=1.2.0');
    expect(rollout(['--version', '1.3.1', '--no-backup']).calls.join()).not.toContain('backup.sh');
    const back = rollout(['--back']);
    expect(back.status).toBe(0);
    expect(back.calls.join()).not.toMatch(/--no-deps (migrate|roles)|backup\.sh/);
    expect(settings()).toContain('FUNNEL_VERSION=1.3.0\nFUNNEL_VERSION_BEFORE=1.3.1');
    const again = rollout(['--again']).calls.filter((call) => call.includes(' compose '));
    expect(again.length).toBeGreaterThan(5);
    expect(again.every((call) => call.startsWith('1.3.0 '))).toBe(true);
  });

  test.each(['pull', 'backup backup.sh', 'migrate', 'roles'])(
    'after a failed %s nothing was replaced',
    (step) => {
      rollout(['--version', '1.2.0']);
      const before = settings();
      const { status, stderr, calls } = rollout(['--version', '1.3.0'], step);
      expect(status).toBe(1);
      expect(stderr).toContain('1.2.0 goes on, nothing was replaced.');
      expect(calls.join()).not.toContain('--wait-timeout');
      expect(settings()).toBe(before);
    },
  );

  test('a service that does not work is noticed before the old one is replaced', () => {
    rollout(['--version', '1.2.0']);
    const before = settings();
    const { status, stderr, calls } = rollout(['--version', '1.3.0'], '', {
      sick: 'funnel-beside-mcp-server',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('1.3.0 does not work: mcp-server. 1.2.0 goes on, nothing was replaced.');
    expect(calls.join()).not.toContain('--wait-timeout');
    expect(calls.at(-1)).toContain(`rm --force ${SERVICES.map((name) => `funnel-beside-${name}`).join(' ')}`);
    expect(settings()).toBe(before);
  });

  test('a version that does not become healthy is taken back', () => {
    rollout(['--version', '1.1.9']);
    rollout(['--version', '1.2.0']);
    const before = settings();
    const { status, stderr, calls } = rollout(['--version', '1.3.0'], '1.3.0 .*90 mcp-server');
    expect(status).toBe(1);
    expect(stderr).toContain('1.3.0 did not become healthy, see above: 1.2.0 is running again.');
    expect(calls.filter((call) => call.startsWith('1.2.0 ') && call.includes('--wait-timeout'))).toHaveLength(
      5,
    );
    expect(settings()).toBe(before);
  });

  test('builds get a version of their own', () => {
    const { status, calls } = rollout(['--build', '--no-backup']);
    expect(status).toBe(0);
    expect(calls[0]).toMatch(/^1\.\d+\.\d+-t\d{14} /);
    inOrder(calls, ' build', 'run --rm --no-deps migrate');
  });

  test('after one that was interrupted, the services start before what it left ends', () => {
    rollout(['--version', '1.2.0']);
    const { status, calls } = rollout(['--version', '1.3.0'], '', { left: 'funnel-beside-mcp-server' });
    expect(status).toBe(0);
    inOrder(
      calls,
      'up --detach --no-deps --no-recreate --wait mcp-server',
      'stop --time 40 funnel-beside-mcp-server',
      '--name funnel-beside-mcp-server mcp-server',
    );
  });

  test('the version is written when it runs, so the same command can be repeated', () => {
    rollout(['--version', '1.2.0']);
    rollout(['--version', '1.3.0']);
    // Nothing is healthy any more, not even what ran before: as if it was killed in the middle.
    expect(rollout(['--back'], '--wait-timeout 90 mcp-server').status).toBe(1);
    expect(settings()).toContain('FUNNEL_VERSION=1.3.0\nFUNNEL_VERSION_BEFORE=1.2.0');
  });

  test('settings that cannot work are refused before anything is started, one line for each', () => {
    const wrong = {
      API_DOMAIN: 'https://api.localhost/',
      AUTHORIZATION_SERVER_ISSUER: 'http://auth.localhost',
      POSTGRES_MEMORY_MB: '2 GB',
      BACKUP_HOUR: '99',
      TOOLS_DOMAIN: '',
    };
    const lines = Object.entries(wrong).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(join(clone, '.env'), settings() + lines.join(''));
    const { status, stderr, calls } = rollout(['--version', '1.2.0']);
    expect(status).toBe(1);
    for (const name of Object.keys(wrong)) expect(stderr).toMatch(new RegExp(`^  ${name} must be `, 'm'));
    expect(stderr.trim().split('\n')).toHaveLength(1 + Object.keys(wrong).length);
    expect(calls).toEqual([]);
  });

  test.each<[string[], number, RegExp]>([
    [['--version', '1.2.0', '--back'], 2, /^Usage/],
    [['--version', 'two words'], 2, /not a version/],
    [['--nonsense'], 2, /Usage/],
    [['--back'], 1, /no FUNNEL_VERSION_BEFORE/],
    [['--again'], 1, /no FUNNEL_VERSION:/],
  ])('%j is refused', (args, status, message) => {
    const result = rollout(args);
    expect(result.status).toBe(status);
    expect(result.stderr).toMatch(message);
    expect(result.calls.join()).not.toContain(' up ');
  });

  test('says what is missing: .env, Docker', () => {
    rmSync(join(clone, 'bin/docker'));
    const options = { cwd: clone, encoding: 'utf8', env: { PATH: join(clone, 'bin') } } as const;
    const start = () => spawnSync(process.execPath, [join(clone, 'infra/deploy/rollout/main.mjs')], options);
    expect(start()).toMatchObject({ status: 1, stderr: expect.stringContaining('Install Docker') });
    rmSync(join(clone, '.env'));
    expect(start()).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('copy .env.example to .env'),
    });
  });

  test('two at once are refused; a lock of a process that is gone is not', () => {
    mkdirSync(join(clone, '.local'), { recursive: true });
    writeFileSync(join(clone, '.local/rollout.pid'), String(process.pid));
    expect(rollout(['--version', '1.2.0'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`Another rollout works in this folder (process ${process.pid})`),
    });
    const gone = spawnSync(process.execPath, ['-e', '']).pid;
    writeFileSync(join(clone, '.local/rollout.pid'), String(gone));
    expect(rollout(['--version', '1.2.0']).status).toBe(0);
    expect(existsSync(join(clone, '.local/rollout.pid'))).toBe(false);
  });
});
