import { CAMPAIGN_STATUSES } from '@funnel/domain';
import { z } from 'zod';
import { choice, freeText, optionalChoice, positiveInteger } from './kinds.ts';
import { field, type Parameter, type Texts } from './parameter.ts';

const CAMPAIGN_SORTS = [
  'created_at',
  'published_at',
  'views',
  'conversions',
  'completions',
  'conversion_rate',
  'completion_rate',
  'revenue',
  'aov',
] as const;

export type CampaignSort = (typeof CAMPAIGN_SORTS)[number];

/** Resolved against the token's websites before anything else is parsed; here it is only described. */
export const websiteId = resolvedBefore('website_id', z.int().min(1), {
  description: 'One of the websites of the token (list_websites). Required if the token covers several.',
  hint: 'Required if the token covers several websites.',
});

/** The same for a report about several websites, which never requires it. */
export const oneOfWebsites = resolvedBefore('website_id', z.int().min(1), {
  description: 'Only this website of the token (list_websites). All of them by default.',
  hint: 'Only this website; all by default.',
});

/** Resolved together with website_id. */
export const websiteIds = resolvedBefore('website_ids', z.array(z.int().min(1)), {
  description: 'A subset of the websites of the token. Together with website_id: the union of both.',
  hint: 'A subset; all by default.',
});

function resolvedBefore(
  name: string,
  schema: z.ZodType,
  texts: Pick<Texts, 'description' | 'hint'>,
): Parameter<undefined> {
  const described = field(schema.optional(), { code: 'invalid_website_id', ...texts });
  return { fields: { [name]: described }, parse: () => undefined };
}

export const page = positiveInteger('page', {
  code: 'invalid_page',
  fallback: 1,
  description: 'Page of the list, from 1.',
});

export const perPage = positiveInteger('per_page', {
  code: 'invalid_per_page',
  fallback: 25,
  maximum: 50,
  description: 'Campaigns per page; values above 50 are treated as 50.',
  hint: 'At most 50',
});

export const limit = positiveInteger('limit', {
  code: 'invalid_limit',
  fallback: 25,
  maximum: 50,
  description: 'How many experiments to return; values above 50 are treated as 50.',
  hint: 'At most 50',
});

export const sort = choice('sort', CAMPAIGN_SORTS, {
  code: 'invalid_sort',
  fallback: 'created_at',
  description: 'Descending; ties by id, highest first; campaigns without a value last.',
  hint: 'Descending',
});

export const ctaType = freeText('cta_type', {
  code: 'invalid_cta_type',
  description: 'Only campaigns of this format: inline, overlay, hook, bar or page.',
  hint: 'inline, overlay, hook, bar or page',
});

export const status = optionalChoice('status', CAMPAIGN_STATUSES, {
  code: 'invalid_status',
  description: 'Only live or only archived campaigns; both by default.',
  hint: 'Both by default',
});
