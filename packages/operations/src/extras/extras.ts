import { TREND_GRAINS } from '@funnel/domain';
import { z } from 'zod';
import { STANDINGS } from '../findings/judge.ts';

const date = z.string().meta({ format: 'date' });
const textById = z.record(z.string(), z.string());
const seriesById = z.record(z.string(), z.array(z.int()));

/** What may happen to a campaign on a day. */
const MARK_KINDS = ['launch', 'break', 'end', 'split'] as const;

/** What may be known about an experiment. */
const VERDICTS = [...STANDINGS, 'none'] as const;

const changed = {
  changes: z
    .record(z.string(), z.number().nullable())
    .describe('In percent, 2 decimals; null without a base.'),
  beyond_chance: z.record(z.string(), z.boolean()).describe('Whether the change is more than chance.'),
  values: z
    .record(z.string(), z.object({ current: z.number(), base: z.number() }))
    .optional()
    .describe('Both values of each change to say without percent: from nothing, or of fewer than 10 orders.'),
  new_since: date
    .optional()
    .describe('Its first day, if it is later than the first day of the base: then nothing is compared.'),
};
const days = z.object({ start: date, end: date });
const numbers = z.record(z.string(), z.number());

const comparisonSchema = z
  .object({
    text: z.string().describe('What is compared with what, or why nothing is.'),
    base_text: z.string().optional().describe('What it is compared with.'),
    window: days.optional().describe('The complete days of the window.'),
    base: days.optional().describe('The days they are compared with.'),
    metrics: z
      .object({
        current: numbers.describe('Of the compared days.'),
        base: numbers.describe('Of the days they are compared with.'),
      })
      .optional()
      .describe('The metrics of both, by name.'),
    changes: changed.changes.optional(),
    beyond_chance: changed.beyond_chance.optional(),
    values: changed.values,
    new_since: changed.new_since,
    apart_from_break: z
      .boolean()
      .optional()
      .describe('True if something broke on these days: that is more than chance.'),
    parts: z
      .record(z.string(), z.object(changed))
      .optional()
      .describe('The same of the entries of a list, or of the parts of a report, by id.'),
  })
  .describe('The fair comparison: only complete days, with days like them.');

/** What a picture needs beyond a body. A part that does not apply is missing. See docs/reference/extras.md. */
export const extrasSchema = z
  .object({
    names: z
      .object({ steps: textById, elements: textById })
      .describe('Names of steps and elements, by id; those without a name are missing.')
      .optional(),
    currencies: textById.describe('The currency of each website, by id.').optional(),
    marks: z
      .array(z.object({ date, kind: z.enum(MARK_KINDS), campaign_id: z.int(), text: z.string() }))
      .describe('Days of the window on which something happened, oldest first; at most 30.')
      .optional(),
    verdicts: z
      .array(
        z.object({
          campaign_id: z.int(),
          verdict: z.enum(VERDICTS),
          variant_id: z.int().optional().describe('The winner, the loser, or the one that earns most.'),
          points: z
            .number()
            .optional()
            .describe(
              'Percentage points between it and the next, or between the best two, over the whole life.',
            ),
          text: z.string(),
        }),
      )
      .describe('One for each experiment, in the order of the answer.')
      .optional(),
    trends: z
      .object({
        group_by: z.enum(TREND_GRAINS),
        start: date,
        end: date,
        views: seriesById,
        conversions: seriesById,
      })
      .describe(
        'A short line for each entry of the list, by id: one number per bucket, as in the series of its report.',
      )
      .optional(),
    attention: z
      .array(
        z.object({
          website_id: z.int(),
          campaign_id: z.int(),
          name: z.string(),
          since: date,
          text: z.string(),
        }),
      )
      .describe('Broken campaigns, those that lose most first; at most 20.')
      .optional(),
    above: z
      .object({
        campaign: z.object({ id: z.int(), name: z.string() }),
        variant: z.object({ id: z.int(), name: z.string().nullable(), variation: z.string() }).optional(),
        step: z.object({ id: z.int(), position: z.int(), name: z.string().nullable() }).optional(),
      })
      .describe('What a variant, step or element belongs to.')
      .optional(),
    activity: z
      .record(
        z.string(),
        z.object({
          first_day: date.nullable().describe('The first day with an event.'),
          last_day: date.nullable().describe('The last one.'),
          last_event_at: z
            .string()
            .nullable()
            .meta({ format: 'date-time' })
            .describe('When events arrived for the last time.'),
          campaigns: z.int().optional().describe('Only of a website without events: its campaigns.'),
        }),
      )
      .describe('What has arrived of each website, by id.')
      .optional(),
    comparison: comparisonSchema.optional(),
    running_day: date.describe('Today, if a point of the answer includes it and still grows.').optional(),
  })
  .meta({
    id: 'Extras',
    description: 'Only with extras=true: what a picture of this answer needs beyond its numbers.',
  });

export type Extras = z.infer<typeof extrasSchema>;
