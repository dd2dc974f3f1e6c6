import { type Counts, GRAINS, type Period, pointOf, ZERO_COUNTS } from '@funnel/domain';
import { z } from 'zod';

/** The series of a report that was asked for with group_by. */
export const timeseriesSchema = z
  .object({
    group_by: z.enum(GRAINS),
    points: z
      .array(
        z.object({
          date: z.string().meta({
            description: 'First calendar day of the bucket, even when the window starts inside the bucket.',
            format: 'date',
          }),
          views: z.int(),
          conversions: z.int(),
          completions: z.int(),
          subscribes: z.int(),
          submissions: z.int(),
          orders: z.int(),
          revenue: z.number(),
        }),
      )
      .describe('The buckets, oldest first.'),
  })
  .describe('Only with group_by: one point per bucket of the window, including empty ones.')
  .meta({ id: 'Timeseries' });

/** The timeseries of a report, or nothing: `...timeseriesBlock(...)` adds no key without group_by. */
export function timeseriesBlock(
  { series }: Period,
  counts: readonly Counts[] | undefined,
): { timeseries?: z.infer<typeof timeseriesSchema> } {
  if (!series || !counts) return {};
  const points = series.buckets.map((bucket, index) => pointOf(bucket.date, counts[index] ?? ZERO_COUNTS));
  return { timeseries: { group_by: series.groupBy, points } };
}
