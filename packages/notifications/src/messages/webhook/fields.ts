import { z } from 'zod';

/** A day without a time: YYYY-MM-DD. */
export const day = (description: string) => z.string().meta({ description, format: 'date' });
/** A moment: ISO 8601 in UTC. */
export const moment = (description: string) => z.string().meta({ description, format: 'date-time' });
export const count = (description: string) => z.int().describe(description);

export const named = (what: string) =>
  z.object({
    id: z.int().describe(`The id of the ${what}`),
    name: z.string().describe(`The name of the ${what}`),
  });

export const website = named('website').describe('The website');

/** The campaign that an event is about; null for all of them. */
export const campaignOrAll = named('campaign')
  .nullable()
  .describe('The campaign; null for all campaigns of the website together');

export const what = z
  .enum(['views', 'conversions', 'submissions', 'completions'])
  .describe('What stopped: `views` if nobody comes any more');

export const since = day('The first day of the break');

/** Where a person sees it. */
export const url = z
  .string()
  .optional()
  .meta({ description: 'The page in the dashboard. Missing if there is no dashboard.', format: 'uri' });

export const days = z
  .array(
    z.object({
      date: day('The day, UTC'),
      viewers: count('Distinct visitors who saw it on that day'),
      count: count('How many of them went on, as `what` says; conversions if `what` is `views`'),
    }),
  )
  .describe('The last 21 days, the oldest first. The last one is not over.');
