import type { Database } from '@funnel/db';
import { importCatalog } from '@funnel/ingest';
import { ServiceError } from '@funnel/domain';
import { createTestDatabase } from '@funnel/testing';
import { type Authenticator, type AuthenticatorOptions, createAuthenticator } from '../../src/index.ts';
import { CLIENT, startAuthorizationServer, type TestAuthorizationServer } from './authorization-server.ts';

export const NOW = new Date('2026-11-14T12:00:00Z');
export const RESOURCE = 'https://reports.example/mcp';
export const API_KEYS = { 1: 'key-of-website-one', 2: 'key-of-website-two', 3: 'key-of-website-three' };

const nowSeconds = NOW.getTime() / 1000;

export interface Fixture {
  server: TestAuthorizationServer;
  database: Database;
  authenticator(options?: Partial<AuthenticatorOptions>): Authenticator;
  close(): Promise<void>;
}

/** An authorization server, a database with websites 1 to 3, and authenticators between them. */
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
        // Long, so that a busy machine does not look like a silent server.
        timeoutMs: 10_000,
        ...options,
      }),
    async close() {
      await server.stop();
      await testDatabase.drop();
    },
  };
}

/** Claims that are good at NOW, with what a test changes. */
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

export function secondsFromNow(seconds: number): number {
  return nowSeconds + seconds;
}

/** The ServiceError of a refusal; anything else is a failure of the test. */
export async function refusal(attempt: Promise<unknown>): Promise<ServiceError> {
  const outcome = await attempt.then(
    () => new Error('it was let through'),
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
