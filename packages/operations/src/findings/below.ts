import { type Connection, readStep, type WebsiteFacts } from '@funnel/db';

/** What is below a level with one entry, so that nobody has to ask for each level. */
export interface Below {
  /** The only variant; undefined in the report of a variant. */
  variant: number | undefined;
  steps: readonly { id: number; name: string | null }[];
  /** Those of the only step. */
  elements: readonly { id: number; element_type: string; name: string | null }[];
}

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
