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
  now: Date;
  /** 32 bytes that encrypt the websites' legacy keys. */
  encryptionKey: Uint8Array;
  /** Days of traffic before today; two years by default. */
  days?: number;
}

export interface DemoSummary {
  websites: number;
  campaigns: number;
  contacts: number;
  events: number;
  /** False if the signal interrupted the load. The next load continues it. */
  isFinished: boolean;
}

/** The database is not empty. The demo is never mixed with other data. */
export class DemoRefusedError extends Error {
  override name = 'DemoRefusedError';
}

const TWO_YEARS_DAYS = 730;
const CONTACTS_PER_STATEMENT = 500;

/** Loads the demo account into an empty database. After an interruption, call it again: each event counts once. */
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

/** Imports the catalog, with the account's name for a running load. Resolves with the time of the load. */
async function begin(database: Database, { now, encryptionKey }: DemoOptions): Promise<Date> {
  const before = await readDemoState(database);
  if (before.name === 'begun') return before.at;
  if (before.name !== 'empty')
    throw new DemoRefusedError('The demo can only be loaded into an empty database');
  const account = { id: DEMO_ACCOUNT_ID, name: LOADING_ACCOUNT_NAME };
  const { today } = demoCalendar(now);
  await importCatalog(database, demoCatalog(account, DEMO_WEBSITES, today), { now, encryptionKey });
  // Two concurrent loads both use the stored time.
  const after = await readDemoState(database);
  return after.name === 'begun' ? after.at : now;
}

/** Stores the contacts and the account's final name in one transaction, so that a load is complete or not. */
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
