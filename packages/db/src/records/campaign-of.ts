import { int4, text } from '../connection/column-types.ts';
import type { Connection } from '../connection/database.ts';
import { statement } from '../statement.ts';
import type { SubjectKey } from './read-funnel.ts';

type Level = 'variant' | 'step' | 'element';

const readCampaignOf = statement(
  'campaign-of',
  { website: int4(), level: text<Level>(), id: int4() },
  { campaign_id: int4() },
);

/**
 * Reads the id of the campaign that a variant, step or element belongs to. Undefined if the website has no such thing.
 * @example
 * import { trustedWebsiteId } from '@funnel/domain';
 *
 * const websiteId = trustedWebsiteId(1);
 * assert.equal(await campaignOf(database.sql, { websiteId, level: 'step', id: 10111 }), 101);
 * assert.equal(await campaignOf(database.sql, { websiteId, level: 'element', id: 101111 }), 101);
 */
export async function campaignOf(
  connection: Connection,
  { websiteId, level, id }: SubjectKey & { level: Level },
): Promise<number | undefined> {
  const [row] = await readCampaignOf(connection, { website: websiteId, level, id });
  return row?.campaign_id;
}
