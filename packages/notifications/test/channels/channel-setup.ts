import { type Database, inWebsiteTransaction, ormOn } from '@funnel/db';
import { trustedWebsiteId, type WebsiteId } from '@funnel/domain';
import { createUser } from '@funnel/identity';
import { importCatalog } from '@funnel/ingest';
import { createTestDatabase, ENCRYPTION_KEY, type TestDatabase } from '@funnel/testing';
import type { ChannelWishes } from '../../src/index.ts';

/** What a channel sends, unless a test says otherwise. */
export const WISHES: ChannelWishes = {
  name: 'Alarms',
  websiteIds: null,
  breaks: true,
  verdicts: true,
  digest: false,
  noData: true,
  language: 'en',
  timeZone: 'UTC',
  digestHour: 8,
  quietFrom: null,
  quietTo: null,
};
/** A receiver. */
export const WEBHOOK = { kind: 'webhook', url: 'https://example.com/hook' } as const;
/** Seals addresses and secrets. */
export const SETTINGS = { encryptionKey: ENCRYPTION_KEY };

/** Two accounts: Ann owns the first, with websites 11 and 12; Ben the second, with website 21. Max is a member of the first. */
export interface ChannelShop extends TestDatabase {
  /** As the pages and the REST API open it. */
  pages: Database;
  rest: Database;
  ann: number;
  ben: number;
  max: number;
  /** Runs work as the REST API does, for a program whose token has these websites. */
  asProgram<Result>(
    ids: readonly number[],
    work: (database: Pick<Database, 'orm'>) => Promise<Result>,
  ): Promise<Result>;
}

/** Opens a database with it. */
export async function openChannelShop(): Promise<ChannelShop> {
  const db = await createTestDatabase();
  const catalog = {
    accounts: [
      { id: 1, name: 'Oak' },
      { id: 2, name: 'Tide' },
    ],
    websites: [
      { id: 11, account_id: 1, name: 'shop.example', currency: 'EUR' },
      { id: 12, account_id: 1, name: 'journal.example', currency: 'EUR' },
      { id: 21, account_id: 2, name: 'tide.example', currency: 'USD' },
    ],
  };
  await importCatalog(db.database, catalog, { encryptionKey: ENCRYPTION_KEY, now: new Date() });
  const add = async (name: string, accountId: number, role: 'owner' | 'member') => {
    const email = `${name}@example.com`;
    await createUser(db.database, { email, passwordHash: 'none', accountId, role, isVerified: true });
    const [row] = await db.database.sql`select id from users where email = ${email}`;
    return Number(row?.['id']);
  };
  const rest = db.openAs('rest-api');
  return {
    ...db,
    pages: db.openAs('authorization-server'),
    rest,
    ann: await add('ann', 1, 'owner'),
    ben: await add('ben', 2, 'owner'),
    max: await add('max', 1, 'member'),
    asProgram: (ids, work) =>
      inWebsiteTransaction(rest, ids.map(trustedWebsiteId), (transaction) =>
        work({ orm: ormOn(transaction) }),
      ),
  };
}

/** Ids as the tenancy function returns them. */
export const websitesOf = (...ids: number[]): WebsiteId[] => ids.map(trustedWebsiteId);
