import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../is-alive.ts';
import { LocalError } from '../command-line.ts';
import { anyFreePort } from '../ports.ts';
import { type PostgresBinaries, postgresBinaries } from './binaries.ts';
import { type Unprivileged, unprivileged } from './unprivileged.ts';

/** A PostgreSQL cluster in one folder: `data/`, `password`, `server.log`. */
export interface Cluster {
  folder: string;
  binaries: PostgresBinaries;
  runAs: Unprivileged;
}

const USER = 'funnel';
const START_ATTEMPTS = 3;

/** Opens the cluster in `folder`, and creates it if it does not exist. With the embedded programs by default. */
export async function openCluster(folder: string, given?: PostgresBinaries): Promise<Cluster> {
  const binaries = given ?? (await postgresBinaries());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const cluster = { folder, binaries, runAs: unprivileged(folder) };
  if (!existsSync(join(folder, 'data', 'PG_VERSION'))) await initialise(cluster);
  return cluster;
}

/** The address of the running server, read from `postmaster.pid`; undefined if none is running. */
export async function runningUrl(folder: string, database: string): Promise<string | undefined> {
  const lines = (await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const [pid, port, status] = [Number(lines[0]), lines[3], lines[7]?.trim()];
  if (!pid || status !== 'ready' || !isAlive(pid)) return undefined;
  const password = await readFile(join(folder, 'password'), 'utf8');
  return `postgres://${USER}:${password.trim()}@127.0.0.1:${port}/${database}`;
}

/** Starts the server on a free port. It is detached and runs until `stopCluster`, even if this process ends. */
export async function startCluster(
  cluster: Cluster,
  options: { settings?: Record<string, string> } = {},
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      port: String(await anyFreePort()),
      shared_buffers: '256MB',
      max_wal_size: '4GB',
      jit: 'off',
      ...options.settings,
    };
    const flags = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
    const started = await run(cluster, cluster.binaries.pg_ctl, [
      `--pgdata=${join(cluster.folder, 'data')}`,
      `--log=${join(cluster.folder, 'server.log')}`,
      '--wait',
      '--timeout=120',
      `--options=${flags.join(' ')}`,
      'start',
    ]);
    if (started.ok) return;
    if (await runningUrl(cluster.folder, 'postgres')) return; // another process has started it
    if (attempt === START_ATTEMPTS) {
      throw new LocalError(
        `The embedded PostgreSQL did not start; see ${join(cluster.folder, 'server.log')}.\n${started.output}`,
      );
    }
  }
}

/** Stops the server and disconnects its clients. */
export async function stopCluster(cluster: Cluster): Promise<void> {
  await run(cluster, cluster.binaries.pg_ctl, [
    '-D',
    join(cluster.folder, 'data'),
    '-w',
    '-m',
    'fast',
    'stop',
  ]);
}

async function initialise(cluster: Cluster): Promise<void> {
  const fresh = join(cluster.folder, `data-${process.pid}`);
  const passwordFile = join(cluster.folder, 'password');
  cluster.runAs.own(cluster.folder);
  if (!existsSync(passwordFile)) {
    await writeFile(passwordFile, `${randomBytes(18).toString('base64url')}\n`, { mode: 0o600 });
    cluster.runAs.own(passwordFile);
  }
  const made = await run(cluster, cluster.binaries.initdb, [
    `--pgdata=${fresh}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    ...cluster.binaries.locale,
    '--no-sync',
    '--no-instructions',
  ]);
  if (!made.ok)
    throw new LocalError(
      `The embedded PostgreSQL could not be created in ${cluster.folder}.\n${made.output}`,
    );
  // Renamed when complete, so that an interrupted setup is never mistaken for a cluster.
  await rename(fresh, join(cluster.folder, 'data')).catch(() => rm(fresh, { recursive: true, force: true }));
}

function run(cluster: Cluster, program: string, args: string[]): Promise<{ ok: boolean; output: string }> {
  const { program: file, args: argv, ...identity } = cluster.runAs.command(program, args);
  return new Promise((resolve) => {
    // Detached: Ctrl-C in the terminal must not reach the server. Its output goes to server.log.
    const child = spawn(file, argv, {
      ...identity,
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', (error) => resolve({ ok: false, output: error.message }));
    // 'exit', not 'close': the server inherits the pipes of pg_ctl and keeps them open.
    child.once('exit', (code) => {
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ ok: code === 0, output });
    });
  });
}
