import { type Connection, readCampaigns, type WebsiteFacts } from '@funnel/db';
import { formatDay } from '@funnel/domain';
import type { Extras } from './extras.ts';

/** Somebody who begins has few websites. */
const MAX_COUNTED = 20;

/**
 * Reads what has arrived from each website: for websites without any event also whether the catalog has. It tells a newcomer what is
 * missing.
 */
export async function readActivity(
  connection: Connection,
  websites: readonly WebsiteFacts[],
): Promise<Extras['activity']> {
  if (websites.length === 0) return undefined;
  const empty = websites.filter(({ lastDay }) => lastDay === undefined).slice(0, MAX_COUNTED);
  const counted = new Map<number, number>();
  for (const { id } of empty) counted.set(id, (await readCampaigns(connection, { websiteId: id })).length);
  return Object.fromEntries(
    websites.map(({ id, firstDay, lastDay, lastRecordedAt }) => {
      const campaigns = counted.get(id);
      const arrived = {
        first_day: lastDay === undefined ? null : formatDay(firstDay),
        last_day: lastDay === undefined ? null : formatDay(lastDay),
        last_event_at: lastDay === undefined ? null : (lastRecordedAt?.toISOString() ?? null),
        ...(campaigns !== undefined && { campaigns }),
      };
      return [id, arrived] as const;
    }),
  );
}
