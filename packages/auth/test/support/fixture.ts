import type { Database } from '@funnel/db';
import { importCatalog } from '@funnel/ingest';
import { ServiceError } from '@funnel/domain';
import { createTestDatabase } from '@funnel/testing';
import { type Authenticator, type AuthenticatorOptions, createAuthenticator } from '../../src/index.ts';
import { CLIENT, startAuthorizationServer, type TestAuthorizationServer } from './authorization-server.ts';

/** The time at which all these tests run. */
export const NOW = new Date('2026-11-14T12:00:00Z');
/** The resource identifier of the protected service. */
export const RESOURCE = 'https://reports.example/mcp';
/** The legacy keys of websites 1 to 3. */
export const API_KEYS = { 1: 'key-of-website-one', 2: 'key-of-website-two', 3: 'key-of-website-three' };

const nowSeconds = NOW.getTime() / 1000;

/** What a test of the authenticator needs. */
export interface Fixture {
  server: TestAuthorizationServer;
  database: Database;
  authenticator(options?: Partial<AuthenticatorOptions>): Authenticator;
  close(): Promise<void>;
}

/** Starts an authorization server and a database with websites 1 to 3. */
export async function createFixture(): Promise<Fixture> {
  const server = await startAuthorizationServer();
  const testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  await importCatalog(database, catalog, { encryptionKey: new Uint8Array(32), now: NOW });
  return {
    server,
    database,
    authenticator: (options) =>
      createAuthenticator({
        ...CLIENT,
        issuer: server.issuer,
        resource: RESOURCE,
        database,
        now: () => NOW,
        allowLegacyKey: true,
        // Long, so that a slow machine does not look like a server that never answers.
        timeoutMs: 60_000,
        ...options,
      }),
    async close() {
      await server.stop();
      await testDatabase.drop();
    },
  };
}

/** Claims that are valid at NOW, with the overrides of a test. */
export function goodClaims(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    sub: 'alice',
    client_id: 'a-client',
    aud: RESOURCE,
    scope: 'reports contacts:read',
    website_ids: [1, 2],
    iat: nowSeconds - 60,
    exp: nowSeconds + 3600,
    ...overrides,
  };
}

/** Unix time relative to NOW. */
export function secondsFromNow(seconds: number): number {
  return nowSeconds + seconds;
}

/** Returns the ServiceError that an attempt throws; fails the test for anything else. */
export async function rejection(attempt: Promise<unknown>): Promise<ServiceError> {
  const outcome = await attempt.then(
    () => new Error('the attempt succeeded'),
    (error: unknown) => error,
  );
  if (outcome instanceof ServiceError) return outcome;
  throw outcome;
}

const catalog = {
  accounts: [{ id: 1, name: 'Account' }],
  websites: ([1, 2, 3] as const).map((id) => ({
    id,
    account_id: 1,
    name: `${id}.example`,
    api_key: API_KEYS[id],
  })),
};
