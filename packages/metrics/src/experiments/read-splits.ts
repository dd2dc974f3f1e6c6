import type { Connection } from '@funnel/db';
import { int4, nullable, plainArrayLiteral, text } from '@funnel/db/sql';
import { type Day, formatDay, type WebsiteId, type Window } from '@funnel/domain';
import { statement } from '../statement.ts';

const campaignSplits = statement(
  'campaign-splits',
  { website: int4(), campaign: nullable(int4()), first: text(), last: text(), limit: int4() },
  { campaign_id: int4(), changed_on: int4() },
);
const splitChanges = statement(
  'split-changes',
  { website: int4(), variants: text() },
  { id: int4(), changed_on: int4() },
);

/**
 * Reads the days of a window on which campaigns split their traffic in another way, the newest first: those of the whole website
 * without a `campaignId`.
 * @example
 * const window = { start: 0, end: 30_000 };
 * assert.deepEqual(await readCampaignSplits(database.sql, { websiteId: shopWebsite.id, window, limit: 10 }), []);
 */
export async function readCampaignSplits(
  connection: Connection,
  {
    websiteId,
    window,
    campaignId,
    limit,
  }: { websiteId: WebsiteId; window: Window; campaignId?: number | undefined; limit: number },
): Promise<{ campaignId: number; day: Day }[]> {
  const rows = await campaignSplits(connection, {
    website: websiteId,
    campaign: campaignId ?? null,
    first: formatDay(window.start),
    last: formatDay(window.end),
    limit,
  });
  return rows.map(({ campaign_id, changed_on }) => ({ campaignId: campaign_id, day: changed_on }));
}

/**
 * Reads the day on which each variant last got another share of the traffic; one that never did is missing.
 * @example
 * const changes = await readSplitChanges(database.sql, { websiteId: shopWebsite.id, ids: [1011] });
 * assert.equal(changes.size, 0);
 */
export async function readSplitChanges(
  connection: Connection,
  { websiteId, ids }: { websiteId: WebsiteId; ids: readonly number[] },
): Promise<Map<number, Day>> {
  if (ids.length === 0) return new Map();
  const rows = await splitChanges(connection, { website: websiteId, variants: plainArrayLiteral(ids) });
  return new Map(rows.map(({ id, changed_on }) => [id, changed_on]));
}
