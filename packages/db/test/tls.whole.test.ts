import { writeFileSync } from 'node:fs';
import { join, dirname } from 'node:path';
import {
  inReadTransaction,
  isTemporaryFailure,
  openDatabase,
  openReadReplica,
  readTls,
  unverifiedHost,
} from '../src/index.ts';
import { openSession } from '../src/command.ts';
import {
  canMakeCertificates,
  startTlsServer,
  type TlsServer,
} from '../../../infra/test/support/src/index.ts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

if (!canMakeCertificates)
  console.warn('NO OPENSSL: the test of TLS to PostgreSQL is SKIPPED. Install openssl.');

(canMakeCertificates ? describe : describe.skip)('TLS to PostgreSQL', () => {
  let server: TlsServer;
  beforeAll(async () => {
    server = await startTlsServer();
  });
  afterAll(() => server.stop());

  const address = (host: string, parameters: string) => {
    const url = new URL(server.url);
    url.hostname = host;
    url.search = parameters;
    return url.href;
  };
  /** Whether the connection is encrypted. */
  async function ask(url: string): Promise<unknown> {
    const database = openDatabase({ url, applicationName: 'test', maxConnections: 1 });
    try {
      await database.ping();
      const [row] = await database.sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
      return row?.['ssl'];
    } finally {
      await database.close();
    }
  }

  test('verify-full accepts the server with the certificate of its CA and its own name', async () => {
    expect(await ask(address('localhost', `sslmode=verify-full&sslrootcert=${server.authority}`))).toBe(true);
  });

  test('verify-full refuses a server of another CA, and says what to write', async () => {
    const url = address('localhost', `sslmode=verify-full&sslrootcert=${server.otherAuthority}`);
    const error = await ask(url).catch((reason: unknown) => reason);
    expect(String(error)).toMatch(/not signed by a CA that this process trusts: append sslrootcert=FILE/);
    // A service answers 503, and a command says it in one line.
    expect(isTemporaryFailure(error)).toBe(true);
    await expect(ask(address('localhost', 'sslmode=verify-full'))).rejects.toThrow('sslrootcert=FILE');
  });

  test('verify-full refuses a server with another name; verify-ca does not look at it', async () => {
    const ca = `sslrootcert=${server.authority}`;
    const refused = ask(address('127.0.0.1', `sslmode=verify-full&${ca}`));
    await expect(refused).rejects.toThrow(/is for another name: .*127\.0\.0\.1/);
    expect(await ask(address('127.0.0.1', `sslmode=verify-ca&${ca}`))).toBe(true);
    await expect(
      ask(address('127.0.0.1', `sslmode=verify-ca&sslrootcert=${server.otherAuthority}`)),
    ).rejects.toThrow('not signed');
    // As psql: with a CA, require checks it.
    await expect(
      ask(address('127.0.0.1', `sslmode=require&sslrootcert=${server.otherAuthority}`)),
    ).rejects.toThrow('not signed');
  });

  test('require encrypts without a check, prefer if the server can, disable not at all', async () => {
    expect(await ask(address('127.0.0.1', 'sslmode=require'))).toBe(true);
    expect(await ask(address('127.0.0.1', 'sslmode=prefer'))).toBe(true);
    expect(await ask(address('127.0.0.1', 'sslmode=disable'))).toBe(false);
    expect(await ask(address('127.0.0.1', ''))).toBe(false);
  });

  test('every kind of connection is checked: notifications, a command, a replica', async () => {
    const [right, wrong] = [server.authority, server.otherAuthority].map((file) =>
      address('localhost', `sslmode=verify-full&sslrootcert=${file}`),
    ) as [string, string];
    const database = openDatabase({ url: right, applicationName: 'test' });
    const heard = new Promise((resolve) => {
      void database.sql.listen('here', resolve).then(() => database.sql.notify('here', 'yes'));
    });
    expect(await heard).toBe('yes');
    const read = inReadTransaction(database, [], (connection) => connection`select 1 as one`);
    expect(await read).toMatchObject([{ one: 1 }]);
    const [good, bad] = [openSession(right, 'test', {}), openSession(wrong, 'test', {})];
    expect(await good`select 1 as one`).toMatchObject([{ one: 1 }]);
    await expect(bad`select 1 as one`).rejects.toThrow(/certificate/);
    const reason = await new Promise((resolve) => {
      const replica = openReadReplica({
        url: wrong,
        applicationName: 'test',
        primaryHealth: database,
        maxStalenessMs: 1_000,
        onChange: (_, error) => resolve(replica.close().then(() => error)),
      });
    });
    expect(String(reason)).toMatch(/certificate/);
    await Promise.all([good.end(), bad.end(), database.close()]);
  });

  test('an address in numbers is compared with the numbers of the certificate', async () => {
    await server.present('IP:127.0.0.1');
    const ca = `sslmode=verify-full&sslrootcert=${server.authority}`;
    expect(await ask(address('127.0.0.1', ca))).toBe(true);
    await expect(ask(address('localhost', ca))).rejects.toThrow('another name');
    await server.present('DNS:localhost');
    await expect(ask(address('127.0.0.1', ca))).rejects.toThrow('another name');
  });

  test('a server without TLS is refused', async () => {
    const plain = new URL(process.env['TEST_DATABASE_URL'] ?? '');
    plain.search = 'sslmode=require';
    await expect(ask(plain.href)).rejects.toThrow('ended the connection before TLS began');
    plain.search = 'sslmode=prefer';
    expect(await ask(plain.href)).toBe(false);
  });

  test('a file that is no certificate is refused, with its path and without the password', () => {
    const file = join(dirname(server.authority), 'not-a-certificate');
    writeFileSync(file, 'Replace this.');
    const open = (path: string) => () =>
      readTls(address('localhost', `sslmode=verify-full&sslrootcert=${path}`));
    expect(open(file)).toThrow(`without a certificate in PEM format: ${file}`);
    expect(open('/missing/ca.crt')).toThrow('names a file that cannot be read (ENOENT): /missing/ca.crt');
    // A command says it in one line.
    expect(open('/missing/ca.crt')).toThrow(expect.objectContaining({ code: 'CONNECTION_TLS' }));
  });
});

test.each([
  ['postgres://db.example.com/funnel', 'db.example.com'],
  ['postgres://db.example.com/funnel?sslmode=require', 'db.example.com'],
  ['postgres://db.example.com/funnel?sslmode=prefer', 'db.example.com'],
  ['postgres://10.0.0.2:5432/funnel', '10.0.0.2'],
  ['postgres://[fd00::2]:5432/funnel?sslmode=disable', 'fd00::2'],
  ['postgres://postgres.data.svc.cluster.local/funnel', 'postgres.data.svc.cluster.local'],
  ['postgres://db.example.com/funnel?sslmode=verify-full', undefined],
  ['postgres://db.example.com/funnel?sslmode=verify-ca&sslrootcert=/ca.crt', undefined],
  ['postgres://db.example.com/funnel?sslrootcert=system', undefined],
  ['postgres://postgres:5432/funnel', undefined],
  ['postgres://localhost/funnel', undefined],
  ['postgres://127.0.0.1:5432/funnel', undefined],
  ['postgres://[::1]/funnel', undefined],
  ['postgres://user@%2Frun%2Fpostgresql/funnel', undefined],
])('%s leads unverified to %s', (url, host) => {
  expect(unverifiedHost(url)).toBe(host);
});
