import { spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCluster, runningUrl, startCluster, stopCluster } from '@funnel/servers';
import type { InstalledPostgres } from './installed-postgres.ts';
import { connect } from './test-server.ts';

/** A PostgreSQL that speaks TLS. Its certificate is signed by an authority of its own. */
export interface TlsServer {
  /** Of the administrator, without TLS. */
  url: string;
  /** The file with the certificate of its authority. */
  authority: string;
  /** The same of an authority that has signed nothing here. */
  otherAuthority: string;
  /** Presents a certificate for these names, such as `DNS:localhost` or `IP:127.0.0.1`, from the next connection on. */
  present(names: string, days?: number): Promise<void>;
  stop(): Promise<void>;
}

/** Whether certificates can be made here. */
export const canMakeCertificates = spawnSync('openssl', ['version']).status === 0;

/** Starts a PostgreSQL whose certificate is for `localhost`, and not for 127.0.0.1. With the embedded programs by default. */
export async function startTlsServer(programs?: InstalledPostgres): Promise<TlsServer> {
  const folder = await mkdtemp(join(tmpdir(), 'funnel-tls-'));
  const cluster = await openCluster(join(folder, 'postgres'), programs);
  const [authority, otherAuthority] = ['one', 'other'].map((name) => makeAuthority(folder, name));
  if (!authority || !otherAuthority) throw new Error('There are no authorities.');
  const install = (names: string, days: number) => {
    const made = makeCertificate(folder, names, days);
    for (const kind of ['crt', 'key']) {
      const target = join(cluster.folder, 'data', `server.${kind}`);
      copyFileSync(`${made}.${kind}`, target);
      cluster.runAs.own(target);
    }
  };
  install('DNS:localhost', 30);
  await startCluster(cluster, { settings: { ssl: 'on', fsync: 'off', shared_buffers: '32MB' } });
  const url = (await runningUrl(cluster.folder, 'postgres')) ?? '';
  return {
    url,
    authority,
    otherAuthority,
    async present(names, days = 30) {
      install(names, days);
      const sql = connect(url);
      await sql`select pg_reload_conf()`;
      // A new connection sees it when the postmaster has read the files.
      await sql`select pg_sleep(0.5)`;
      await sql.end();
    },
    async stop() {
      await stopCluster(cluster);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const KEY = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';

function makeAuthority(folder: string, name: string): string {
  const subject = `-subj /CN=authority-${name}`;
  openssl(folder, `req -x509 ${KEY} -days 30 ${subject} -keyout ${name}.key -out ${name}.crt`);
  return join(folder, `${name}.crt`);
}

/** Signed by the authority `one`. */
function makeCertificate(folder: string, names: string, days: number): string {
  writeFileSync(join(folder, 'extensions'), `subjectAltName=${names}\n`);
  openssl(folder, `req -new ${KEY} -subj /CN=postgres -keyout server.key -out server.csr`);
  const signer = '-CA one.crt -CAkey one.key -CAcreateserial';
  openssl(folder, `x509 -req -in server.csr ${signer} -days ${days} -extfile extensions -out server.crt`);
  return join(folder, 'server');
}

function openssl(cwd: string, line: string): void {
  const run = spawnSync('openssl', line.split(' '), { cwd, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
}
