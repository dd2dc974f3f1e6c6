import { int4, nullable, text } from '../connection/column-types.ts';
import type { Connection } from '../connection/database.ts';
import { statement } from '../statement.ts';
import type { SubjectKey } from './read-funnel.ts';

type Level = 'variant' | 'step' | 'element';

const readRow = statement(
  'read-above',
  { website: int4(), level: text<Level>(), id: int4() },
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
 * import { trustedWebsiteId } from '@funnel/domain';
 *
 * const websiteId = trustedWebsiteId(1);
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
