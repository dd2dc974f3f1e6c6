import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyFreePort, untilListening } from '@funnel/servers';

/** A PgBouncer in transaction mode in front of a PostgreSQL. */
export interface PgBouncer {
  /** The same address through PgBouncer. */
  through(url: string): string;
  stop(): Promise<void>;
}

const NOBODY = 65_534;
/** So few connections that two clients always share one. */
const POOL_SIZE = 2;

/** Whether PgBouncer is installed. */
export function hasPgBouncer(): boolean {
  return spawnSync('pgbouncer', ['--version']).status === 0;
}

/** Starts PgBouncer for the users of the given addresses; all are on one server. */
export async function startPgBouncer(
  urls: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
  // It does not run as root.
  await chmod(folder, 0o755);
  const port = await anyFreePort();
  const users = urls.map((url) => new URL(url));
  const quoted = (text: string) => `"${decodeURIComponent(text).replaceAll('"', '""')}"`;
  const list = users.map(({ username, password }) => `${quoted(username)} ${quoted(password)}\n`);
  await writeFile(join(folder, 'users.txt'), [...new Set(list)].join(''), { mode: 0o644 });
  const config = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: join(folder, 'users.txt'),
    pool_mode: 'transaction',
    default_pool_size: String(POOL_SIZE),
    max_client_conn: '500',
    // By default it opens no connection for 15 seconds after PostgreSQL has refused one.
    server_login_retry: '1',
    ...settings,
  };
  const lines = Object.entries(config).map(([name, value]) => `${name} = ${value}\n`);
  const database = `[databases]\n* = host=${users[0]?.hostname} port=${users[0]?.port}\n`;
  await writeFile(join(folder, 'pgbouncer.ini'), `${database}[pgbouncer]\n${lines.join('')}`, {
    mode: 0o644,
  });
  const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn('pgbouncer', ['-q', join(folder, 'pgbouncer.ini')], { ...identity, stdio: 'ignore' });
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await untilListening(port, child);
  return {
    through(url) {
      const through = new URL(url);
      through.port = String(port);
      return through.href;
    },
    async stop() {
      child.kill('SIGINT');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
