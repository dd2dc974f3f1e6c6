import { CAMPAIGN_STATUSES, CTA_TYPES, ELEMENT_TYPES, MAX_ID, trustedWebsiteId } from '@funnel/domain';
import { z } from 'zod';
import { parseTimestamp } from '../timestamp.ts';

const id = z.int().min(1).max(MAX_ID);
/** A catalog comes from the operator, who decides which websites exist. */
const websiteId = id.transform((value) => trustedWebsiteId(value));
const text = z
  .string()
  .max(1_000)
  .refine(
    (value) => value.isWellFormed() && !value.includes('\u0000'),
    'must not contain null characters or broken surrogate pairs',
  );
const name = text.min(1);
const position = z.int().min(1).max(100_000).optional();
const timestamp = z
  .string()
  .refine(
    (value) => parseTimestamp(value) !== undefined,
    'must be an ISO 8601 date-time with offset, like 2026-11-14T09:30:00Z',
  )
  .transform((value) => new Date(parseTimestamp(value) ?? 0))
  .optional();
const timestamps = { created_at: timestamp, updated_at: timestamp };
const flag = z.boolean().optional();

const element = z.strictObject({ id, element_type: z.enum(ELEMENT_TYPES), position });

const step = z.strictObject({ id, position, elements: z.array(element).default([]) });

const variant = z.strictObject({
  id,
  name: text.nullish(),
  variation: z
    .string()
    .regex(/^[a-z]$/, 'must be one lower-case letter, like a')
    .optional(),
  traffic_percentage: z.int().min(0).max(100).optional(),
  steps: z.array(step).default([]),
  ...timestamps,
});

const campaign = z.strictObject({
  id,
  website_id: websiteId,
  name: name.optional(),
  page_path: text.optional(),
  cta_type: z.enum(CTA_TYPES).optional(),
  test_type: text.optional(),
  status: z.enum(CAMPAIGN_STATUSES).optional(),
  published_at: timestamp.or(z.null()),
  variants: z.array(variant).default([]),
  ...timestamps,
});

/** Accepts every field of the API's website record; counts and fields that are always null are ignored. */
const website = z.strictObject({
  id: websiteId,
  account_id: id.optional(),
  name: name.optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be three capital letters, like EUR')
    .optional(),
  api_key: text.min(8).max(200).optional(),
  listener: flag,
  active: flag,
  test: flag,
  blacklisted: flag,
  powered_by: flag,
  archived: flag,
  premium: flag,
  support: flag,
  script_type: text.optional(),
  brand: text.optional(),
  sub_domain: text.optional(),
  plan_type: text.optional(),
  data: z.record(z.string(), z.union([text, z.number(), z.boolean(), z.null()])).optional(),
  ...Object.fromEntries(
    [
      'conversions',
      'completions',
      'user_id',
      'url',
      'published',
      'visitors_count',
      'screenshot',
      'context',
      'research',
      'context_last_updated',
    ].map((ignored) => [ignored, z.unknown().optional()]),
  ),
  ...timestamps,
});

const area = z.strictObject({ id, website_id: websiteId, name: name.optional(), ...timestamps });

/** A catalog document. Every part is optional: a campaign editor sends what has changed. */
export const catalogDocument = z.strictObject({
  accounts: z.array(z.strictObject({ id, name: name.optional() })).default([]),
  websites: z.array(website).default([]),
  areas: z.array(area).default([]),
  campaigns: z.array(campaign).default([]),
});

/** A valid catalog document. */
export type CatalogDocument = z.infer<typeof catalogDocument>;
