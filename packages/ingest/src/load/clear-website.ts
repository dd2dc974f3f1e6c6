import {
  type Database,
  inWebsiteTransaction,
  ormOn,
  raiseDataVersion,
  secretForNewWebsites,
} from '@funnel/db';
import {
  elementFields,
  elementProducts,
  pendingEvents,
  rollups,
  websiteActivity,
  websites,
} from '@funnel/db/schema';
import type { WebsiteId } from '@funnel/domain';
import { eq } from 'drizzle-orm';
import { WEBSITE_LOCK } from '../rollups/add-to-rollups.ts';
import { forgetWebsite } from '../ledger/ledger-of-website.ts';
import { untilWritten } from '../ledger/until-written.ts';

/** All that was counted of a website. Its catalog, contacts and insights stay. */
const COUNTED = [rollups, elementFields, elementProducts, pendingEvents] as const;

/**
 * Deletes all counts of a website, so that its events can be loaded again, and moves it to the secret for new websites. Twice: events that
 * were being recorded meanwhile, with the hash that it had before, are gone after the second time.
 * @example
 * await clearWebsite(database, websiteId);
 * assert.equal((await readBacklog(database)).events, 0);
 */
export async function clearWebsite(database: Database, websiteId: WebsiteId): Promise<void> {
  await clear(database, websiteId);
  await untilWritten(database);
  await clear(database, websiteId);
}

function clear(database: Database, websiteId: WebsiteId): Promise<void> {
  return inWebsiteTransaction(database, [websiteId], async (transaction) => {
    const tx = ormOn(transaction);
    await transaction`select pg_advisory_xact_lock(${WEBSITE_LOCK}, ${websiteId})`;
    await tx.update(websites).set({ visitorSecret: secretForNewWebsites }).where(eq(websites.id, websiteId));
    for (const table of COUNTED) await tx.delete(table).where(eq(table.websiteId, websiteId));
    await forgetWebsite(tx, websiteId);
    await raiseDataVersion(tx, [websiteId]);
    const nothing = { firstDay: null, lastRecordedAt: null };
    await tx.update(websiteActivity).set(nothing).where(eq(websiteActivity.websiteId, websiteId));
  });
}
