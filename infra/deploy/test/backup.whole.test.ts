import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrateDatabase } from '@funnel/admin';
import { type Cluster, openCluster, runningUrl, startCluster, stopCluster } from '@funnel/servers';
import { canMakeCertificates, installedPostgres, startTlsServer } from '@funnel/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import postgres from 'postgres';

const scripts = fileURLToPath(new URL('../backup', import.meta.url));
const root = fileURLToPath(new URL('../../..', import.meta.url));
const installed = installedPostgres();
if (!installed) console.warn('NO PG_DUMP: the test of the backup scripts is SKIPPED. Install postgresql.');

(installed ? describe : describe.skip)('the scripts of a backup', () => {
  let folder: string;
  let backups: string;
  let cluster: Cluster;
  let admin: URL;
  let env: Record<string, string>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'funnel-scripts-'));
    cluster = await openCluster(join(folder, 'postgres'), installed);
    await startCluster(cluster, { settings: { fsync: 'off', shared_buffers: '32MB' } });
    admin = new URL((await runningUrl(cluster.folder, 'postgres')) ?? '');
    const password = join(folder, 'password');
    writeFileSync(password, 'p@ss w/rd\n');
    await ask('postgres', `create role owner login createrole password 'p@ss w/rd'`);
    await ask('postgres', 'create database source owner owner');
    env = {
      PATH: `${installed?.folder}:${process.env['PATH']}`,
      PGHOST: admin.hostname,
      PGPORT: admin.port,
      PGUSER: 'owner',
      PGDATABASE: 'source',
      PGPASSWORD_FILE: password,
    };
    const owner = new URL(admin);
    [owner.username, owner.password, owner.pathname] = ['owner', encodeURIComponent('p@ss w/rd'), '/source'];
    await migrateDatabase(owner.href);
    await ask('source', `insert into accounts (id, name) values (7, 'Oak')`);
  });
  beforeEach(async () => {
    backups = await mkdtemp(join(folder, 'backups-'));
    env['BACKUP_FOLDER'] = backups;
  });
  afterAll(async () => {
    await stopCluster(cluster);
    await rm(folder, { recursive: true, force: true });
  });

  async function ask(database: string, statement: string) {
    const url = new URL(admin);
    url.pathname = `/${database}`;
    const sql = postgres(url.href, { max: 1, onnotice: () => {} });
    try {
      return await sql.unsafe(statement);
    } finally {
      await sql.end();
    }
  }

  const run = (command: string, more: Record<string, string> = {}): SpawnSyncReturns<string> =>
    spawnSync('sh', ['-c', command], { encoding: 'utf8', cwd: scripts, env: { ...env, ...more } });
  const names = async () => (await readdir(backups)).toSorted();
  const NAME = /^funnel-\d{8}T\d{6}Z\.dump$/;
  /** A dump of that many days ago. */
  const old = (days: number) => {
    const stamp = new Date(Date.now() - days * 86_400_000).toISOString().replace(/[-:]|\.\d+/g, '');
    writeFileSync(join(backups, `funnel-${stamp}.dump`), 'an old dump');
    return `funnel-${stamp}.dump`;
  };

  test('a dump is restored into an empty database, with every row and the roles of the services', async () => {
    expect(run('./backup.sh')).toMatchObject({ status: 0, stderr: '' });
    expect(await names()).toEqual([expect.stringMatching(NAME)]);
    await ask('postgres', 'create database target owner owner');
    const restored = run('./restore.sh', { PGDATABASE: 'target' });
    expect(restored).toMatchObject({ status: 0, stderr: '' });
    expect(restored.stdout).toContain('created the role funnel_rest_api');
    expect(restored.stdout).toContain("run the operator's command `roles`");
    const recount = readFileSync(join(root, 'docs/examples/recount.sql'), 'utf8');
    const [before, after] = ['source', 'target'].map((name) => {
      const counted = spawnSync('psql', ['-X', '-q', '-A', '-t'], {
        input: recount,
        encoding: 'utf8',
        env: { ...env, PGDATABASE: name, PGPASSWORD: 'p@ss w/rd' },
      });
      return counted.stdout;
    });
    expect(before).toMatch(/^public\.accounts\|1\|/m);
    expect(after).toBe(before);

    // What was restored is not restored over.
    const again = run('./restore.sh', { PGDATABASE: 'target' });
    expect(again.status).toBe(1);
    expect(again.stderr).toContain('the database target is not empty');
  });

  test('nothing of the schema of the queue is in a dump, or is taken from an older one that has it', async () => {
    await ask(
      'source',
      `set role owner; create function bullmq.evil(n int) returns boolean language plpgsql as $$ begin
         if current_database() = 'clean' then create table public.ran (n int); end if; return true; end $$;
       create table bullmq.trap (n int check (bullmq.evil(n)));
       insert into bullmq.trap values (1)`,
    );
    const inQueue = `select from pg_class where relnamespace = 'bullmq'::regnamespace or relname = 'ran'`;
    for (const dump of ['./backup.sh', 'pg_dump -Fc --file="$BACKUP_FOLDER/funnel-30000101T000000Z.dump"']) {
      await ask('postgres', 'drop database if exists clean');
      await ask('postgres', 'create database clean owner owner');
      expect(run(dump, { PGPASSWORD: 'p@ss w/rd' })).toMatchObject({ status: 0 });
      const [name = ''] = (await names()).slice(-1);
      const listed = run(`pg_restore --list ${backups}/${name}`).stdout;
      expect(listed.includes('evil')).toBe(name.includes('30000101'));
      expect(run(`./restore.sh ${name}`, { PGDATABASE: 'clean' })).toMatchObject({ status: 0 });
      expect(await ask('clean', inQueue)).toEqual([]);
      expect(await ask('clean', 'select name from accounts')).toEqual([{ name: 'Oak' }]);
    }
    await ask('source', 'drop table bullmq.trap; drop function bullmq.evil');
  });

  test('restores the newest dump, or the one that is named', async () => {
    run('./backup.sh', { PGDATABASE: `postgres://owner@${admin.host}/source` });
    const [newest = ''] = await names();
    copyFileSync(join(backups, newest), join(backups, 'funnel-20200101T000000Z.dump'));
    await ask('postgres', 'create database newest owner owner');
    await ask('postgres', 'create database named owner owner');
    const address = `postgres://owner@${admin.host}/named?sslmode=disable`;
    expect(run('./restore.sh', { PGDATABASE: 'newest' }).stdout).toContain(newest);
    const named = run('./restore.sh funnel-20200101T000000Z.dump', { PGDATABASE: address });
    expect(`${named.status} ${named.stdout}`).toMatch(/^0 .*20200101T000000Z/);
    expect(await ask('named', 'select name from accounts')).toEqual([{ name: 'Oak' }]);
    const missing = run('./restore.sh funnel-20190101T000000Z.dump', { PGDATABASE: 'named' });
    expect(`${missing.status} ${missing.stderr}`).toMatch(/^1 restore: there is no dump .*20190101/);
  });

  test('a dump that is damaged changes nothing', async () => {
    run('./backup.sh');
    const [name = ''] = await names();
    const bytes = readFileSync(join(backups, name));
    writeFileSync(join(backups, name), bytes.subarray(0, bytes.length - 2_000));
    await ask('postgres', 'create database untouched owner owner');
    const restored = run('./restore.sh', { PGDATABASE: 'untouched' });
    expect(`${restored.status} ${restored.stderr}`).toMatch(/^1 .*cannot be read/s);
    expect(
      await ask('untouched', `select from pg_class where relnamespace = 'public'::regnamespace`),
    ).toEqual([]);
  });

  test('deletes the dumps that are older than BACKUP_KEEP_DAYS, and only after a new one', async () => {
    const [kept, gone] = [old(2), old(4)];
    writeFileSync(join(backups, 'funnel-notes.txt'), 'not a dump');
    const failed = run('./backup.sh', { BACKUP_KEEP_DAYS: '3', PGDATABASE: 'missing' });
    expect(`${failed.status} ${failed.stderr}`).toMatch(/^1 .*older dumps are untouched/s);
    expect(await names()).toEqual([gone, kept, 'funnel-notes.txt'].toSorted());
    expect(run('./backup.sh', { BACKUP_KEEP_DAYS: '3' })).toMatchObject({ status: 0, stderr: '' });
    expect(await names()).toEqual([kept, expect.stringMatching(NAME), 'funnel-notes.txt']);
  });

  test('a disk that is full leaves the older dumps, and nothing half', async () => {
    const before = old(400);
    // The largest file that may be written: what does not fit fails, as on a full disk.
    const failed = run('ulimit -f 8; ./backup.sh');
    expect(`${failed.status} ${failed.stderr}`).toMatch(/^1 .*pg_dump failed; older dumps are untouched/s);
    expect(await names()).toEqual([before]);
  });

  /** Holds a table, so that a dump waits. */
  async function holdTable(): Promise<() => Promise<void>> {
    const holder = postgres(Object.assign(new URL(admin), { pathname: '/source' }).href, { max: 1 });
    await holder.unsafe('begin; lock table accounts in access exclusive mode');
    return () => holder.end({ timeout: 0 });
  }
  const start = () => spawn('sh', ['backup.sh'], { cwd: scripts, env, stdio: 'ignore' });
  const untilThereAre = async (files: number) => {
    while ((await names()).length < files) await new Promise((resolve) => setTimeout(resolve, 50));
  };

  test('two runs at once do not disturb each other', async () => {
    const release = await holdTable();
    const runs = [start(), start()];
    const ends = runs.map((child) => once(child, 'exit'));
    await untilThereAre(2);
    await release();
    expect(await Promise.all(ends)).toEqual([
      [0, null],
      [0, null],
    ]);
    // One file if both began in the same second.
    const found = await names();
    expect(found.length).toBeGreaterThan(0);
    for (const name of found) {
      expect(name).toMatch(NAME);
      expect(run(`pg_restore --file=/dev/null ${backups}/${name}`).status).toBe(0);
    }
  });

  test('a run that is told to stop ends at once and leaves nothing half', async () => {
    const release = await holdTable();
    const child = start();
    await untilThereAre(1);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([143, null]);
    expect(await names()).toEqual([]);
    await release();
  });

  test('what a killed run has left is deleted a day later', async () => {
    const left = join(backups, '.funnel-20200101T000000Z.dump.aB3dE6');
    writeFileSync(left, 'half');
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await utimes(left, yesterday, yesterday);
    expect(run('./backup.sh')).toMatchObject({ status: 0 });
    expect(await names()).toEqual([expect.stringMatching(NAME)]);
  });

  test.each(['0', '-1', 'a week', '07'])('refuses BACKUP_KEEP_DAYS=%s', async (days) => {
    const refused = run('./backup.sh', { BACKUP_KEEP_DAYS: days });
    expect(`${refused.status} ${refused.stderr}`).toMatch(/^1 .*whole number of days/);
    expect(await names()).toEqual([]);
  });

  test('says which user cannot write to the folder', () => {
    const refused = run('./backup.sh', { BACKUP_FOLDER: join(folder, 'missing') });
    expect(`${refused.status} ${refused.stderr}`).toMatch(/^1 .*cannot write to .*missing: user \d+/);
  });

  (canMakeCertificates ? test : test.skip)(
    'a dump comes from the PostgreSQL that the CA has signed, and from no other one',
    async () => {
      const server = await startTlsServer(installed);
      try {
        const url = new URL(server.url);
        writeFileSync(join(folder, 'admin-password'), decodeURIComponent(url.password));
        const dumpBy = (file: string) =>
          run('./backup.sh', {
            PGDATABASE: `postgres://${url.username}@localhost:${url.port}/postgres?sslmode=verify-full&sslrootcert=${file}`,
            PGPASSWORD_FILE: join(folder, 'admin-password'),
          });
        const refused = dumpBy(server.otherAuthority);
        expect(`${refused.status} ${refused.stderr}`).toMatch(/^1 .*certificate verify failed/s);
        expect(await names()).toEqual([]);
        expect(dumpBy(server.authority)).toMatchObject({ status: 0, stderr: '' });
        expect(await names()).toHaveLength(1);
      } finally {
        await server.stop();
      }
    },
  );
});
