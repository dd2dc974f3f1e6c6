import { int4, nullable, text } from '../connection/column-types.ts';
import type { Connection } from '../connection/database.ts';
import { statement } from '../statement.ts';
import type { SubjectKey } from './read-funnel.ts';

type Level = 'variant' | 'step' | 'element';

const below = { website: int4(), level: text<Level>(), id: int4() };
/** SQL for the variant that something is, or belongs to. */
const variant = `case $2::text
  when 'variant' then $3::int
  when 'step' then (select own.variant_id from steps own where own.website_id = $1::int and own.id = $3::int)
  else (
    select own.variant_id
    from elements e
    join steps own on own.website_id = e.website_id and own.id = e.step_id
    where e.website_id = $1::int and e.id = $3::int
  )
end`;
const readCampaignOf = statement('campaign-of', below, { campaign_id: int4() }, { variant });
const readRow = statement(
  'read-above',
  below,
  {
    campaign_id: int4(),
    campaign_name: text(),
    variant_id: nullable(int4()),
    variant_name: nullable(text()),
    variation: text(),
    step_id: nullable(int4()),
    step_position: nullable(int4()),
    step_name: nullable(text()),
  },
  { variant },
);

/** What something below a campaign belongs to: the campaign, and what is between. */
export interface Above {
  campaign: { id: number; name: string };
  /** Of a step or element. */
  variant?: { id: number; name: string | null; variation: string };
  /** Of an element. */
  step?: { id: number; position: number; name: string | null };
}

/**
 * Reads what a variant, step or element belongs to. Undefined if the website has no such thing.
 * @example
 * const above = await readAbove(database.sql, { websiteId, level: 'element', id: 101111 });
 * assert.deepEqual([above?.campaign.id, above?.variant?.id, above?.step?.id], [101, 1011, 10111]);
 * assert.equal(await readAbove(database.sql, { websiteId, level: 'variant', id: 9 }), undefined);
 */
export async function readAbove(
  connection: Connection,
  { websiteId, level, id }: SubjectKey & { level: Level },
): Promise<Above | undefined> {
  const [row] = await readRow(connection, { website: websiteId, level, id });
  if (!row) return undefined;
  const { campaign_id, campaign_name, variant_id, variant_name, variation } = row;
  const { step_id, step_position, step_name } = row;
  return {
    campaign: { id: campaign_id, name: campaign_name },
    ...(variant_id !== null && { variant: { id: variant_id, name: variant_name, variation } }),
    ...(step_id !== null && { step: { id: step_id, position: step_position ?? 0, name: step_name } }),
  };
}

/**
 * Reads the id of the campaign that a variant, step or element belongs to. Undefined if the website has no such thing.
 * @example
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
