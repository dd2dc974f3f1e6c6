import { and, eq } from 'drizzle-orm';
import { importCatalog } from '@funnel/ingest';
import type { Database } from '@funnel/db';
import { accounts, contacts } from '@funnel/db/schema';
import { DEMO_ACCOUNT_ID, DEMO_ACCOUNT_NAME, DEMO_WEBSITES } from '../definitions/websites.ts';
import { demoCalendar } from '../generate/demo-calendar.ts';
import { demoCatalog } from './demo-catalog.ts';
import { type ContactRow, demoContacts } from './demo-contacts.ts';
import { LOADING_ACCOUNT_NAME, readDemoState } from './demo-state.ts';
import { type TrafficOptions, recordTraffic } from './record-traffic.ts';

export interface DemoOptions extends Omit<TrafficOptions, 'days'> {
  /** The last day is this one, as far as it has come. */
  now: Date;
  /** 32 bytes that encrypt the websites' keys. */
  encryptionKey: Uint8Array;
  /** Traffic of so many days before today; two years of it when absent. */
  days?: number;
}

export interface DemoSummary {
  websites: number;
  campaigns: number;
  contacts: number;
  events: number;
  /** False when the signal ended it; the next load goes on from there. */
  isFinished: boolean;
}

/** The database holds something already: the demonstration is never mixed into it. */
export class DemoRefusedError extends Error {
  override name = 'DemoRefusedError';
}

const TWO_YEARS_DAYS = 730;
const CONTACTS_PER_STATEMENT = 500;

/**
 * Loads the demonstration account into an empty database. Ended in the middle, by whatever, it is called again:
 * it goes by the instant of the first call, and the ledger counts each event once.
 */
export async function loadDemo(database: Database, options: DemoOptions): Promise<DemoSummary> {
  const days = options.days ?? TWO_YEARS_DAYS;
  const calendar = demoCalendar(await begin(database, options));
  const events = await recordTraffic(database, calendar, { ...options, days });
  const isFinished = !options.signal?.aborted;
  const rows = isFinished ? demoContacts(DEMO_WEBSITES, calendar, days) : [];
  if (isFinished) await finish(database, rows);
  const campaigns = DEMO_WEBSITES.flatMap((website) => website.campaigns);
  return {
    websites: DEMO_WEBSITES.length,
    campaigns: campaigns.length,
    contacts: rows.length,
    events,
    isFinished,
  };
}

/** Imports the catalog under the name that marks a load under way; resolves with the instant the load goes by. */
async function begin(database: Database, { now, encryptionKey }: DemoOptions): Promise<Date> {
  const before = await readDemoState(database);
  if (before.name === 'begun') return before.at;
  if (before.name !== 'empty')
    throw new DemoRefusedError('The demonstration is loaded into an empty database only');
  const account = { id: DEMO_ACCOUNT_ID, name: LOADING_ACCOUNT_NAME };
  const { today } = demoCalendar(now);
  await importCatalog(database, demoCatalog(account, DEMO_WEBSITES, today), { now, encryptionKey });
  // Of two loads begun at once, both go by the instant that was stored.
  const after = await readDemoState(database);
  return after.name === 'begun' ? after.at : now;
}

/** Contacts and the account's true name in one transaction: the load is over when all of it is there. */
async function finish({ orm }: Database, rows: ContactRow[]): Promise<void> {
  const isLoading = and(eq(accounts.id, DEMO_ACCOUNT_ID), eq(accounts.name, LOADING_ACCOUNT_NAME));
  await orm.transaction(async (tx) => {
    for (let from = 0; from < rows.length; from += CONTACTS_PER_STATEMENT) {
      const some = rows.slice(from, from + CONTACTS_PER_STATEMENT);
      await tx.insert(contacts).values(some).onConflictDoNothing();
    }
    await tx.update(accounts).set({ name: DEMO_ACCOUNT_NAME }).where(isLoading);
  });
}
