import { type Connection, readStep, type WebsiteFacts } from '@funnel/db';
import type { Below } from '../../notes/below.ts';

/** Reads what is below the only variant of a campaign, or below the only step of a variant. */
export async function readBelow(
  connection: Connection,
  { website, variant, steps }: { website: WebsiteFacts } & Pick<Below, 'variant' | 'steps'>,
): Promise<Below> {
  const [only, ...others] = steps;
  const step =
    only && others.length === 0
      ? await readStep(connection, { websiteId: website.id, id: only.id })
      : undefined;
  return { variant, steps, elements: step?.elements ?? [] };
}
