import { TIMEFRAMES } from '@funnel/domain';
import { z } from 'zod';

const timestamp = z.string().describe('ISO 8601, UTC');

export const websiteSchema = z.object({ id: z.int(), name: z.string(), currency: z.string() });

const timeframeSchema = z.object({
  selected: z.enum(TIMEFRAMES),
  range_start: timestamp,
  range_end: timestamp,
  timezone: z.literal('UTC'),
  previous_range_start: timestamp.optional(),
  previous_range_end: timestamp.optional(),
});

/** Spec 2.3. */
export function envelope<Name extends string, Data extends z.ZodType>(report: Name, data: Data) {
  return z.object({ report: z.literal(report), website: websiteSchema, timeframe: timeframeSchema, data });
}
