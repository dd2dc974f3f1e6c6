import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type LogLine, type StartedProcess, startProcess } from './start-process.ts';

export interface Shell {
  /** The app's `dist/main.js`. */
  script: string;
  portVariable: string;
  createTestDatabase(): Promise<TestDatabase>;
  /** What it needs beside the database. */
  env?: Record<string, string>;
}

interface TestDatabase {
  url: string;
  database: { sql: { unsafe(statement: string): PromiseLike<unknown> } };
  drop(): Promise<void>;
}

const NOWHERE = 'postgres://nobody:s3cret@127.0.0.1:1/nothing';

/** What holds for every deployable, tested on the built process and a real database. */
export function describeShell({ script, portVariable, createTestDatabase, env = {} }: Shell): void {
  const start = (own: Record<string, string>) =>
    startProcess(script, { [portVariable]: '0', ...env, ...own });

  describe('on a migrated database', () => {
    let db: TestDatabase;
    let child: StartedProcess;
    let url: string;

    beforeAll(async () => {
      db = await createTestDatabase();
      child = start({ DATABASE_URL: db.url });
      url = await child.url();
    });
    afterAll(async () => {
      child.signal('SIGKILL');
      await child.exited;
      await db.drop();
    });

    test('is alive, and ready within seconds of its start', async () => {
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      expect(await readyStatus(url, 200)).toBe(200);
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

    test('does not say what it is made of', async () => {
      expect((await fetch(`${url}/healthz`)).headers.has('X-Powered-By')).toBe(false);
    });

    test('exits 0 on SIGTERM, having logged nothing but JSON and no value of a query', async () => {
      child.signal('SIGTERM');
      expect(await child.exited).toBe(0);
      expect(child.stderr()).toBe('');
      expect(child.lines.at(-1)).toMatchObject({ msg: 'stopped', exitCode: 0 });
      expect(JSON.stringify(child.lines)).not.toContain('ann@example.com');
    });
  });

  test('is not ready on a database that lacks migrations, and the log says what to do', async () => {
    const db = await createTestDatabase();
    await db.database.sql.unsafe('delete from drizzle.__drizzle_migrations');
    const child = start({ DATABASE_URL: db.url });
    const response = await fetch(`${await child.url()}/readyz`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ checks: { database: 'ok', migrations: 'failed' } });
    expect(JSON.stringify(failedCheck(child.lines, 'migrations'))).toContain('migrate');
    await stop(child);
    await db.drop();
  });

  test('starts without its database, is alive but not ready, and never logs the password', async () => {
    const child = start({ DATABASE_URL: NOWHERE });
    const url = await child.url();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const response = await fetch(`${url}/readyz`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ status: 'unavailable', checks: { database: 'failed' } });
    expect(failedCheck(child.lines, 'database')).toBeDefined();
    await stop(child);
    expect(JSON.stringify(child.lines)).not.toContain('s3cret');
  });

  test('names every fault of its environment and exits 1', async () => {
    const child = start({ [portVariable]: 'http', LOG_LEVEL: 'loud' });
    expect(await child.exited).toBe(1);
    for (const name of ['DATABASE_URL', portVariable, 'LOG_LEVEL'])
      expect(child.stderr()).toContain(`  ${name} is `);
  });
}

/** Asks until the status is the wanted one, for ten seconds at most. */
export async function readyStatus(url: string, wanted: number): Promise<number> {
  for (const endsAt = performance.now() + 10_000; ; ) {
    const { status } = await fetch(`${url}/readyz`);
    if (status === wanted || performance.now() > endsAt) return status;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export async function stop(child: StartedProcess): Promise<void> {
  child.signal('SIGTERM');
  expect(await child.exited).toBe(0);
}

function failedCheck(lines: LogLine[], check: string): LogLine | undefined {
  return lines.find((line) => line['check'] === check && line.level === 'warn');
}
