import { GRAINS } from '@funnel/domain';
import { z } from 'zod';

/** Spec 2.2. */
export const timeseriesSchema = z
  .object({
    group_by: z.enum(GRAINS),
    points: z.array(
      z.object({
        date: z.string().describe('First calendar day of the bucket, also where the window starts inside it'),
        views: z.int(),
        conversions: z.int(),
        completions: z.int(),
        subscribes: z.int(),
        submissions: z.int(),
        orders: z.int(),
        revenue: z.number(),
      }),
    ),
  })
  .describe('Only with group_by: one point per bucket of the window, zeroes included.');

export type Timeseries = z.infer<typeof timeseriesSchema>;
