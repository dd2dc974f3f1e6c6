import { type Connection, stepsOfVariants, type VariantRow, type WebsiteFacts } from '@funnel/db';
import type { Period } from '@funnel/domain';
import { readMetrics } from '@funnel/metrics';
import type { Background } from '../notes/note.ts';

/** Reads the views of the steps of variants, for the notes of their campaign. */
export async function readFunnels(
  connection: Connection,
  { website, period, variants }: { website: WebsiteFacts; period: Period; variants: readonly VariantRow[] },
): Promise<NonNullable<Background['funnels']>> {
  const ids = variants.map(({ id }) => id);
  const steps = await stepsOfVariants(connection, { websiteId: website.id, ids });
  const metrics = await readMetrics(connection, {
    websites: [website],
    period: { ...period, previous: undefined, series: undefined },
    subjects: [{ level: 'step', ids: steps.map(({ id }) => id) }],
    metrics: ['views'],
  });
  return variants.map(({ id, variation }) => ({
    variation,
    steps: steps
      .filter(({ variant_id }) => variant_id === id)
      .map((step) => ({ position: step.position, views: metrics.of('step', step.id).current.views })),
  }));
}
