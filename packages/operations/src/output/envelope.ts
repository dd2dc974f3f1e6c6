import type { WebsiteFacts } from '@funnel/db';
import { type Period, ServiceError, TIMEFRAMES, timeframeBlock } from '@funnel/domain';
import { z } from 'zod';

/** A time of a window: without milliseconds. */
export const timestamp = z.string().meta({ description: 'ISO 8601, UTC', format: 'date-time' });

/** A time of a record: with milliseconds. */
export const recordTime = z
  .string()
  .meta({ description: 'ISO 8601, UTC, with milliseconds', format: 'date-time' });

/** The website that a report is about. */
export const websiteSchema = z
  .object({ id: z.int(), name: z.string(), currency: z.string() })
  .meta({ id: 'Website' });

const timeframeSchema = z
  .object({
    selected: z.enum(TIMEFRAMES),
    range_start: timestamp,
    range_end: timestamp,
    timezone: z.literal('UTC'),
    previous_range_start: timestamp.optional(),
    previous_range_end: timestamp.optional(),
  })
  .meta({ id: 'Timeframe' });

/** The schema of a report about one website: report, website, timeframe, data. */
export function envelope<Name extends string, Data extends z.ZodType>(
  report: Name,
  component: string,
  data: Data,
) {
  return z
    .object({ report: z.literal(report), website: websiteSchema, timeframe: timeframeSchema, data })
    .meta({ id: component });
}

/** The part of a report before `data`. */
export function envelopeOf<Name extends string>(
  report: Name,
  { id, name, currency }: WebsiteFacts,
  period: Period,
) {
  return {
    report,
    website: { id, name, currency },
    timeframe: timeframeBlock(period.timeframe, period.window, period.previous),
  };
}

/** The same 404 for an unknown id and for one of another website. `source` is what both surfaces call it in words. */
export function subjectNotFound(kind: string, source: string): ServiceError {
  const detail = `There is no such ${kind} on this website. Valid ids are in ${source}, for the same website.`;
  return new ServiceError('not_found', detail, { parameter: 'id' });
}
