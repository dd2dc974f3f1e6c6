import { randomUUID } from 'node:crypto';
import type { Database } from '@funnel/db';
import { type WebsiteId } from '@funnel/domain';
import {
  consumeThrottle,
  createAuthorizationStore,
  createSession,
  createTokenUses,
  createUser,
  issuePersonalToken,
  recordSecurityEvents,
} from '@funnel/identity';

const DAY_SECONDS = 86_400;
const RULE = { windowSeconds: 900, limit: 10 };

/** Adds the person who does everything. Returns their id. */
export async function addPerson(database: Database): Promise<number> {
  const created = await createUser(database, { email: 'ann@example.com', passwordHash: '-', accountId: 1 });
  if ('error' in created) throw new Error(created.error);
  return created.user.id;
}

/**
 * What somebody leaves behind who signs in, connects an application, creates a token for a month and uses it; and what
 * an application leaves behind that registers and is never used.
 */
export async function useForAWeek(
  database: Database,
  { userId, websiteId, now }: { userId: number; websiteId: WebsiteId; now: Date },
): Promise<void> {
  const store = createAuthorizationStore(database);
  const [clientId, grantId] = [randomUUID(), randomUUID()];
  await consumeThrottle(database, `login ${clientId}`, { ...RULE, now });
  await createSession(database, userId, now);
  await recordSecurityEvents(database.orm, [{ kind: 'login', userId, address: '192.0.2.1' }]);
  await store.upsert('Client', `${clientId} unused`, { client_id: `${clientId} unused` });
  await store.upsert('Client', clientId, { client_id: clientId });
  await store.upsert('Grant', grantId, { clientId, accountId: String(userId) }, 365 * DAY_SECONDS);
  await store.saveGrantWebsites(grantId, userId, [websiteId]);
  const token = { grantId, clientId, accountId: String(userId) };
  await store.upsert('AccessToken', randomUUID(), token, 3_600);
  await store.upsert('RefreshToken', randomUUID(), token, 30 * DAY_SECONDS);
  await recordSecurityEvents(database.orm, [{ kind: 'consent', userId, clientId, websiteIds: [websiteId] }]);
  await issuePersonalToken(database, {
    userId: null,
    name: 'export',
    websiteIds: [websiteId],
    scopes: ['reports'],
    resource: 'http://127.0.0.1:3000',
    lifeSeconds: 30 * DAY_SECONDS,
  });
  const uses = createTokenUses({ database, now: () => now, onError: fail });
  uses.note({ grantId, network: '192.0.2.1' });
  await uses.close();
}

function fail(error: unknown): never {
  throw error;
}
