import { expect } from '@jest/globals';
import type { Database } from '@funnel/db';
import { startProcess, stopProcess } from './process.ts';
import { type StoppedBackends, stopBackends } from './stop-backends.ts';
import { inTime, until } from './until.ts';

/** A service whose database does not answer. */
export interface UnansweredCase {
  /** The app's `dist/main.js`. */
  script: string;
  /** The variables of the service. */
  env: Record<string, string>;
  /** The name of its connections. */
  applicationName: string;
  /** Of the owner of the database. */
  database: Database;
  /** Sends a request that needs the database. */
  ask: (url: string) => Promise<Response>;
}

const CONNECTIONS = 2;
const REQUESTS = 12;
/** A connection that does not answer is replaced after five seconds: later than the requests are given up. */
const LIMITS = {
  DATABASE_POOL_MAX: String(CONNECTIONS),
  DATABASE_STATEMENT_TIMEOUT_MS: '3000',
  TOKEN_CHECK_TIMEOUT_MS: '3000',
  REQUEST_TIMEOUT_MS: '4000',
};

/**
 * Stops the processes of PostgreSQL that serve a service. Every request must get an answer nevertheless: it is passed to
 * `expectUnavailable`. Then the service must work again with new connections, and stop as always.
 */
export async function checkUnanswered(
  { script, env, applicationName, database, ask }: UnansweredCase,
  expectUnavailable: (response: Response) => Promise<void> = expectProblem,
): Promise<void> {
  const child = startProcess(script, { ...LIMITS, ...env });
  let stopped: StoppedBackends | undefined;
  try {
    const url = await child.url();
    const askAll = () => Promise.all(Array.from({ length: REQUESTS }, () => ask(url)));
    await until(async () => {
      for (const { status } of await askAll()) expect(status).toBeLessThan(500);
    });
    stopped = await stopBackends(database, applicationName);
    expect(stopped.pids).toHaveLength(CONNECTIONS);
    for (const response of await inTime(askAll())) await expectUnavailable(response);
    await until(async () => {
      for (const response of await askAll()) {
        expect(response.status).toBeLessThan(500);
        expect(await response.text()).not.toContain('unavailable');
      }
    });
    const after = await database.sql`
      select pid from pg_stat_activity
      where application_name = ${applicationName} and datname = current_database() and pid <> all (${stopped.pids})`;
    expect(after.length).toBeGreaterThan(0);
    await stopProcess(child);
    expect(child.stderr()).toBe('');
  } finally {
    stopped?.resume();
    child.signal('SIGKILL');
    await child.exited;
  }
}

async function expectProblem(response: Response): Promise<void> {
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, expect.any(String)]);
  expect(await response.json()).toMatchObject({ code: 'unavailable' });
}

/** The same for somebody with a browser: a page that says it. */
export async function expectUnavailablePage(response: Response): Promise<void> {
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, expect.any(String)]);
  expect(response.headers.get('Content-Type')).toContain('text/html');
  expect(await response.text()).toContain('<h1');
}
