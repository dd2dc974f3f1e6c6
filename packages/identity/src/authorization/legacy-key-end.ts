import { endApiKeys } from '@funnel/api-keys';
import { type Actor, type Connection, type Database, ormOn, recordSecurityEvents } from '@funnel/db';
import { websites } from '@funnel/db/schema';
import type { WebsiteId } from '@funnel/domain';
import { and, inArray, isNull } from 'drizzle-orm';

/** Those of the websites whose legacy key still works: the first OAuth token of a website ends it. */
export async function websitesWithLegacyKey(
  { orm }: Pick<Database, 'orm'>,
  websiteIds: readonly WebsiteId[],
): Promise<WebsiteId[]> {
  if (websiteIds.length === 0) return [];
  const rows = await orm
    .select({ id: websites.id })
    .from(websites)
    .where(and(inArray(websites.id, [...websiteIds]), isNull(websites.apiKeyEndedAt)))
    .orderBy(websites.id);
  return rows.map(({ id }) => id);
}

/** Ends the legacy keys of websites in the transaction that writes their token, and records which. */
export async function endLegacyKeys(
  transaction: Connection,
  websiteIds: readonly WebsiteId[],
  by: Actor & { userId?: number | null },
): Promise<void> {
  const orm = ormOn(transaction);
  const ending = await websitesWithLegacyKey({ orm }, websiteIds);
  if (ending.length === 0) return;
  await endApiKeys({ sql: transaction }, ending);
  await recordSecurityEvents(orm, { ...by, kind: 'legacy_key_ended', websiteIds: ending });
}
