import { type Database, inWebsiteTransaction, ormOn, secretsOfWebsites } from '@funnel/db';
import { int4, plainArrayLiteral } from '@funnel/db/sql';
import { groupBy, type VisitorSecrets, type WebsiteId } from '@funnel/domain';
import type { TransactionSql } from 'postgres';
import { statement } from '../shared/statement.ts';
import { claimOfWebsite } from '../ledger/claim-of-website.ts';
import { EVENT_COLUMNS, eventColumns } from './event-columns.ts';
import type { VerifiedEvent } from '../verify/verify-ids.ts';

const append = statement(
  'append-website-events',
  { website: int4(), ...EVENT_COLUMNS },
  { recorded: int4() },
);

/**
 * Appends events on Citus and returns those that were recorded before. A statement is about one website and asks only the machine
 * that has it, so that it waits for no other website and does not fail with another machine.
 */
export function appendByWebsite(
  database: Database,
  events: readonly VerifiedEvent[],
  { websiteIds, secrets }: { websiteIds: readonly WebsiteId[]; secrets: VisitorSecrets },
): Promise<Set<VerifiedEvent>> {
  // Always in the same order: no deadlock.
  const byWebsite = [...groupBy(events, ({ websiteId }) => websiteId)].sort(([one], [other]) => one - other);
  const write = async (transaction: TransactionSql) => {
    const repeated = new Set<VerifiedEvent>();
    for (const [websiteId, some] of byWebsite)
      for (const event of await appendOfOne(transaction, websiteId, some, secrets)) repeated.add(event);
    return repeated;
  };
  return inWebsiteTransaction(
    database,
    websiteIds,
    write,
    byWebsite.map(([websiteId]) => websiteId),
  );
}

async function appendOfOne(
  connection: TransactionSql,
  website: WebsiteId,
  events: readonly VerifiedEvent[],
  secrets: VisitorSecrets,
): Promise<VerifiedEvent[]> {
  const claimed = await claimOfWebsite(
    connection,
    website,
    events.map(({ eventId }) => eventId),
  );
  const isNew = ({ eventId }: VerifiedEvent) => claimed.has(eventId);
  const added = events.filter(isNew);
  if (added.length > 0) {
    // After the ledger: a website that gets another secret waits for all who have written to it.
    const name = (await secretsOfWebsites(ormOn(connection), [website])).get(website) ?? null;
    const visitors = plainArrayLiteral(added.map(({ visitorToken }) => secrets.keyOf(visitorToken, name)));
    await append(connection, { website, ...eventColumns(added), visitors });
  }
  return events.filter((event) => !isNew(event));
}
