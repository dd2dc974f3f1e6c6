import type { Connection } from '@funnel/db';
import { int4, nullable, text } from '@funnel/db/sql';
import { type Day, formatDay, parseDay, type WebsiteId, type Window } from '@funnel/domain';
import { statement } from '../statement.ts';

const campaignSplits = statement(
  'campaign-splits',
  { website: int4(), campaign: nullable(int4()), first: text(), last: text(), limit: int4() },
  { campaign_id: int4(), changed_on: text() },
);

interface Question {
  websiteId: WebsiteId;
  window: Window;
  /** All of the website by default. */
  campaignId?: number | undefined;
  /** The newest ones. */
  limit: number;
}

/**
 * Reads the days of a window on which campaigns split their traffic in another way, the newest first.
 * @example
 * import { trustedWebsiteId } from '@funnel/domain';
 *
 * const window = { start: 0, end: 30_000 };
 * const splits = await readCampaignSplits(database.sql, { websiteId: trustedWebsiteId(1), window, limit: 10 });
 * assert.deepEqual(splits, []);
 */
export async function readCampaignSplits(
  connection: Connection,
  { websiteId, window, campaignId, limit }: Question,
): Promise<{ campaignId: number; day: Day }[]> {
  const rows = await campaignSplits(connection, {
    website: websiteId,
    campaign: campaignId ?? null,
    first: formatDay(window.start),
    last: formatDay(window.end),
    limit,
  });
  return rows.flatMap(({ campaign_id, changed_on }) => {
    const day = parseDay(changed_on);
    return day === undefined ? [] : [{ campaignId: campaign_id, day }];
  });
}
