import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { SERVICE_NAMES, SERVICE_ROLES, serviceDatabaseUrl } from '@funnel/admin';
import { runCli } from '@funnel/cli';
import { inReadTransaction, openDatabase } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import { type Cluster, openCluster, runningUrl, startCluster, stopCluster } from '@funnel/servers';
import { type InstalledPostgres, installedPostgres } from '@funnel/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { localSecrets } from '../src/secrets.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const PAGE = 'docs/operate/backup.md';
const WEBSITE = 10; // of docs/examples/catalog.json
const installed = installedPostgres();
if (!installed) console.warn('NO PG_DUMP: the test of backup and restore is SKIPPED. Install postgresql.');

/** The commands of the page, in its order. */
async function commandsOf(page: string): Promise<string[]> {
  const text = await readFile(join(root, page), 'utf8');
  return [
    ...text.matchAll(/<!-- run by infra\/local\/test\/backup\.whole\.test\.ts -->\s+```sh\n(.+?)\n```/gs),
  ].map(([, command = '']) => command);
}

(installed ? describe : describe.skip)('a backup', () => {
  let folder: string;
  const clusters: Cluster[] = [];

  /** An empty server, and an owner who is no superuser. */
  async function emptyServer(name: string, programs: InstalledPostgres): Promise<string> {
    const cluster = await openCluster(join(folder, name), programs);
    clusters.push(cluster);
    await startCluster(cluster, { settings: { fsync: 'off', shared_buffers: '32MB' } });
    const admin = (await runningUrl(cluster.folder, 'postgres')) ?? '';
    const statements = [
      `create role owner_of_${name} login createrole password 'p@ss w/rd'`,
      `create database funnel owner owner_of_${name}`,
    ];
    for (const statement of statements) psql(admin, statement);
    const url = new URL(admin);
    url.username = `owner_of_${name}`;
    url.password = encodeURIComponent('p@ss w/rd');
    url.pathname = '/funnel';
    return url.href;
  }

  const psql = (url: string, statement: string) => {
    const run = spawnSync('psql', [url, '--quiet', '--command', statement], { encoding: 'utf8' });
    if (run.status !== 0) throw new Error(run.stderr);
  };

  const ask = (url: string, statement: string): string =>
    spawnSync('psql', [url, '-qAtc', statement], { encoding: 'utf8' }).stdout.trim();
  const superuser = async (name: string, database = 'funnel'): Promise<string> =>
    (await runningUrl(join(folder, name), database)) ?? '';

  /** Plants what makes a role a superuser, when a superuser writes a row of its table. False if the service may not. */
  function canPlant(url: string, schema: string, role: string): boolean {
    const statements = `
      begin;
      ${schema === role ? `create schema ${role};` : ''}
      create function ${schema}.evil(n int) returns boolean language plpgsql as $$ begin
        execute 'alter role ${role} superuser'; return true;
      exception when insufficient_privilege then return true; end $$;
      create table ${schema}.trap (n int check (${schema}.evil(n)));
      insert into ${schema}.trap values (1);
      commit`;
    const run = spawnSync('psql', [url, '--set=ON_ERROR_STOP=1'], { input: statements, encoding: 'utf8' });
    return run.status === 0;
  }

  async function cli(url: string, ...argv: string[]): Promise<void> {
    const status = await runCli({
      argv,
      env: { ...(await localSecrets(folder)), DATABASE_URL: url },
      cwd: root,
      stdin: process.stdin,
      stdout: new PassThrough().resume(),
      stderr: new PassThrough().resume(),
      wallClock: () => new Date(),
      signal: new AbortController().signal,
    });
    expect(status).toBe(0);
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'funnel-backup-'));
  });
  afterAll(async () => {
    for (const cluster of clusters) await stopCluster(cluster);
    await rm(folder, { recursive: true, force: true });
  });

  test('runs nothing that a service has planted, when a superuser restores it', async () => {
    if (!installed) return;
    const source = await emptyServer('hostile', installed);
    await emptyServer('rescue', installed);
    await cli(source, 'roles');
    const secrets = await localSecrets(folder);
    const list = await readFile(join(root, 'docs/explanation/captured-services.csv'), 'utf8');
    const said = /^run code in a restore,(.*)$/m.exec(list)?.[1] ?? '';
    const cells = said.split(',').map((cell) => cell === 'yes');
    const canBeMade: boolean[] = [];
    for (const service of SERVICE_NAMES) {
      const role = SERVICE_ROLES[service];
      const url = serviceDatabaseUrl(
        source,
        service,
        secrets[`${service.toUpperCase().replaceAll('-', '_')}_DATABASE_PASSWORD`] ?? '',
      );
      const made = ['public', 'drizzle', 'bullmq', role].map((schema) => canPlant(url, schema, role));
      canBeMade.push(made.some(Boolean));
    }
    expect(canBeMade).toEqual(SERVICE_NAMES.map((service) => service === 'insights-worker'));

    const restore = (dump: string, to: string) => {
      const env = {
        ...process.env,
        PATH: `${installed.folder}:${process.env['PATH'] ?? ''}`,
        DATABASE_URL: source,
        TARGET_URL: to,
      };
      const run = spawnSync('sh', ['-ec', dump], { cwd: folder, env, encoding: 'utf8' });
      expect(`${run.status} ${run.stderr}`).toMatch(/^0 /);
    };
    const [dump = '', restored = ''] = await commandsOf(PAGE);
    const admin = await superuser('rescue');
    const SUPERUSERS = "select count(*) from pg_roles where rolsuper and rolname like 'funnel\\_%'";
    restore(`${dump}\n${restored}`, admin);
    expect(ask(admin, SUPERUSERS)).toBe('0');
    expect(cells).toEqual(SERVICE_NAMES.map(() => false));

    // An older dump has everything.
    psql(await superuser('rescue', 'postgres'), 'drop database funnel');
    psql(await superuser('rescue', 'postgres'), 'create database funnel');
    const whole = 'pg_dump --format=custom --file=funnel.dump "$DATABASE_URL"';
    restore(`${whole}\n${restored.replace(/^for .*?^done$/ms, '')}`, admin);
    expect(ask(admin, SUPERUSERS)).toBe('0');
    expect(ask(admin, 'select count(*) from accounts')).toBe('0');
    expect(ask(admin, "select count(*) from pg_class where relnamespace = 'bullmq'::regnamespace")).toBe('0');
  });

  test('is restored into an empty server by the commands of the page, and has every row', async () => {
    if (!installed) return;
    const [source, target] = [await emptyServer('source', installed), await emptyServer('target', installed)];
    await cli(source, 'roles');
    await cli(source, 'catalog', 'docs/examples/catalog.json');
    await cli(source, 'ingest', 'docs/examples/events.ndjson');

    // The commands name files of the clone, and write others.
    await symlink(join(root, 'docs'), join(folder, 'docs'));
    const env = {
      ...process.env,
      PATH: `${installed.folder}:${process.env['PATH'] ?? ''}`,
      DATABASE_URL: source,
      TARGET_URL: target,
      FUNNEL_LOCAL_DIR: folder,
    };
    const commands = await commandsOf(PAGE);
    expect(commands).toHaveLength(4);
    for (const command of commands) {
      const here = command.replace('npm run -s', `npm --prefix ${root} run -s`);
      const run = spawnSync('sh', ['-c', here], { cwd: folder, env, encoding: 'utf8' });
      expect(`${command}\n${run.status} ${run.stderr}`).toMatch(/\n0 /);
    }
    const counted = await readFile(join(folder, 'after.txt'), 'utf8');
    expect(counted).toMatch(/^public\.websites\|1\|\d+$/m);
    expect(existsSync(join(folder, 'funnel.dump'))).toBe(true);

    const structure = (url: string) =>
      spawnSync('pg_dump', ['--schema-only', '--schema=public', '--schema=drizzle', `--dbname=${url}`], {
        encoding: 'utf8',
      }).stdout.replaceAll(/owner_of_\w+|^\\.*$|[()]/gm, '');
    expect(structure(source)).toContain('CREATE TRIGGER');
    expect(structure(target)).toBe(structure(source));

    // A row that is missing is found.
    psql(target, 'delete from event_ledger where event_id in (select event_id from event_ledger limit 1)');
    const again = spawnSync('sh', ['-c', commands.at(-1) ?? ''], { cwd: folder, env, encoding: 'utf8' });
    expect(again.stdout).toContain('public.event_ledger');
    expect(again.status).toBe(1);

    const password = (await localSecrets(folder))['REST_API_DATABASE_PASSWORD'] ?? '';
    const url = new URL(target);
    url.username = 'funnel_rest_api';
    url.password = encodeURIComponent(password);
    const service = openDatabase({ url: url.href, applicationName: 'test' });
    const count = 'select count(*)::int as rows from rollups';
    const seen = await inReadTransaction(service, [trustedWebsiteId(WEBSITE)], (connection) =>
      connection.unsafe(count),
    );
    expect(seen[0]?.['rows']).toBeGreaterThan(0);
    expect(await service.sql.unsafe(count)).toEqual([{ rows: 0 }]);
    await service.close();
  });
});
