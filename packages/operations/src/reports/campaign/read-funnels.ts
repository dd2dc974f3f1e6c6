import { type Connection, stepsOfVariants, type VariantRow, type WebsiteFacts } from '@funnel/db';
import type { Period } from '@funnel/domain';
import { readMetrics } from '@funnel/metrics';
import type { FunnelStep, Funnel } from '@funnel/words';

interface VariantFunnel extends Funnel {
  variant: number;
  steps: (FunnelStep & { id: number; name: string | null })[];
}

/** Reads the views of the steps of variants, for the notes of their campaign. */
export async function readFunnels(
  connection: Connection,
  { website, period, variants }: { website: WebsiteFacts; period: Period; variants: readonly VariantRow[] },
): Promise<VariantFunnel[]> {
  const ids = variants.map(({ id }) => id);
  const steps = await stepsOfVariants(connection, { websiteId: website.id, ids });
  const metrics = await readMetrics(connection, {
    websites: [website],
    period: { ...period, previous: undefined, series: undefined },
    subjects: [{ level: 'step', ids: steps.map(({ id }) => id) }],
    metrics: ['views'],
  });
  return variants.map(({ id, variation }) => ({
    variant: id,
    variation,
    steps: steps
      .filter(({ variant_id }) => variant_id === id)
      .map((step) => ({ ...step, views: metrics.of('step', step.id).current.views })),
  }));
}
