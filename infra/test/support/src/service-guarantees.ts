import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import type { ServiceName } from '@funnel/admin';
import { VisitorSecrets } from '@funnel/domain';
import { type LogLine, readyStatus, type StartedProcess, startProcess, stopProcess } from './process.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { until } from './until.ts';

/** The service under test. */
export interface ServiceUnderTest {
  /** It runs with the database role of this service. */
  service: ServiceName;
  /** The app's `dist/main.js`. */
  script: string;
  portVariable: string;
  /** Whether it hashes visitors. */
  hashesVisitors?: boolean;
  /** Required variables besides DATABASE_URL. */
  env?: Record<string, string>;
  /** What hostile connections ask for. */
  paths: { path: string; bodyPath: string; longPath: string };
}

const UNREACHABLE_DATABASE = 'postgres://user:s3cret@127.0.0.1:1/database';

/** Tests that every service must pass, run on the built process and a real database. */
export function describeServiceGuarantees({
  service,
  script,
  portVariable,
  hashesVisitors = false,
  env = {},
}: ServiceUnderTest): void {
  const start = (own: Record<string, string>) =>
    startProcess(script, { [portVariable]: '0', ...env, ...own });

  describe('on a migrated database', () => {
    let db: TestDatabase;
    let child: StartedProcess;
    let url: string;

    beforeAll(async () => {
      db = await createTestDatabase();
      child = start({ DATABASE_URL: db.urlOf(service), SECURITY_CONTACT: 'mailto:security@example.com' });
      url = await child.url();
    });
    afterAll(async () => {
      child.signal('SIGKILL');
      await child.exited;
      await db.drop();
    });

    test('is alive and becomes ready', async () => {
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      expect(await readyStatus(url, 200)).toBe(200);
    });

    test('says whom to tell about a weakness', async () => {
      const response = await fetch(`${url}/.well-known/security.txt`);
      expect([response.status, response.headers.get('Content-Type')]).toEqual([
        200,
        'text/plain; charset=utf-8',
      ]);
      const [contact, expires = ''] = (await response.text()).split('\n');
      expect(contact).toBe('Contact: mailto:security@example.com');
      const days = (Date.parse(expires.replace('Expires: ', '')) - Date.now()) / 86_400_000;
      expect(days).toBeGreaterThan(170);
      expect(days).toBeLessThan(365);
    });

    test('counts requests by route', async () => {
      await fetch(`${url}/healthz`);
      const text = await (await fetch(`${url}/metrics`)).text();
      expect(text).toMatch(
        /http_request_duration_seconds_count\{.*method="GET",route="\/healthz",status="200"\} \d/,
      );
    });

    test('answers an unknown path with 404 and a wrong method with 405, as problem+json', async () => {
      const unknown = await fetch(`${url}/nothing/here?email=ann@example.com`);
      expect([unknown.status, unknown.headers.get('Content-Type')]).toEqual([
        404,
        'application/problem+json',
      ]);
      const wrong = await fetch(`${url}/healthz`, { method: 'DELETE' });
      expect([wrong.status, wrong.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
      expect(await wrong.json()).toMatchObject({
        code: 'method_not_allowed',
        instance: wrong.headers.get('X-Request-Id'),
      });
    });

    test('does not reveal the framework', async () => {
      expect((await fetch(`${url}/healthz`)).headers.has('X-Powered-By')).toBe(false);
    });

    test('exits 0 on SIGTERM; logs only JSON and no query values', async () => {
      child.signal('SIGTERM');
      expect(await child.exited).toBe(0);
      expect(child.stderr()).toBe('');
      expect(child.lines.at(-1)).toMatchObject({ msg: 'stopped', exitCode: 0 });
      expect(JSON.stringify(child.lines)).not.toContain('ann@example.com');
    });
  });

  test('is not ready on a database without migrations, and logs what to do', async () => {
    const db = await createTestDatabase();
    await db.database.sql.unsafe('delete from drizzle.__drizzle_migrations');
    const child = start({ DATABASE_URL: db.urlOf(service) });
    const url = await child.url();
    await until(async () => {
      const response = await fetch(`${url}/readyz`);
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({ checks: { database: 'ok', migrations: 'failed' } });
    });
    expect(JSON.stringify(failedCheck(child.lines, 'migrations'))).toContain('migrate');
    await stopProcess(child);
    await db.drop();
  });

  test('starts without its database: alive, not ready, and never logs the password', async () => {
    const child = start({ DATABASE_URL: UNREACHABLE_DATABASE });
    const url = await child.url();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const response = await fetch(`${url}/readyz`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ status: 'unavailable', checks: { database: 'failed' } });
    expect(failedCheck(child.lines, 'database')).toBeDefined();
    await stopProcess(child);
    expect(JSON.stringify(child.lines)).not.toContain('s3cret');
  });

  (hashesVisitors ? test : test.skip)(
    'does not start without the secret that its database is used with, or with another one',
    async () => {
      const [secret, another] = [1, 2].map(() => randomBytes(32).toString('base64')) as [string, string];
      const db = await createTestDatabase();
      const [name = ''] = new VisitorSecrets([secret]).names;
      await db.database
        .sql`insert into visitor_secrets (fingerprint, begins_on) values (${name}, current_date)`;
      const DATABASE_URL = db.urlOf(service);
      for (const wrong of [{}, { VISITOR_SECRET: another }]) {
        const child = start({ DATABASE_URL, ...wrong });
        expect(await child.exited).toBe(1);
        const said = String(child.lines.at(-1)?.msg);
        expect(said).toContain(name);
        expect(said).toContain('docs/reference/secrets.md');
        expect(said).not.toContain(another);
      }
      for (const right of [secret, `${another}, ${secret}`]) {
        const child = start({ DATABASE_URL, VISITOR_SECRET: right });
        expect(await readyStatus(await child.url(), 200)).toBe(200);
        await stopProcess(child);
      }
      await db.drop();
    },
  );

  test('lists every invalid environment variable and exits 1', async () => {
    const child = start({ [portVariable]: 'http', LOG_LEVEL: 'loud' });
    expect(await child.exited).toBe(1);
    for (const name of ['DATABASE_URL', portVariable, 'LOG_LEVEL'])
      expect(child.stderr()).toContain(`  ${name} is `);
  });
}

function failedCheck(lines: LogLine[], check: string): LogLine | undefined {
  return lines.find((line) => line['check'] === check && line.level === 'warn');
}
