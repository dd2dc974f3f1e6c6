import { CAMPAIGN_STATUSES, CTA_TYPES, ELEMENT_TYPES, trustedWebsiteId } from '@funnel/domain';
import { z } from 'zod';
import { currency, id, text as storableText, timestamp as anyTimestamp } from '../shared-schemas.ts';

/** A catalog comes from the operator, who decides which websites exist. */
const websiteId = id.transform((value) => trustedWebsiteId(value));
const text = storableText.max(1_000);
const name = text.min(1);
const position = z.int().min(1).max(100_000).optional();
const timestamp = anyTimestamp.optional();
const timestamps = { created_at: timestamp, updated_at: timestamp };
const SETTING = 'must be a string, number, boolean or null';
const VARIATION = 'must be one lower-case letter, like a';
const flag = z.boolean().optional();

const element = z.strictObject({ id, element_type: z.enum(ELEMENT_TYPES), position });

const step = z.strictObject({ id, position, elements: z.array(element).default([]) });

const variant = z.strictObject({
  id,
  name: text.nullish(),
  variation: z
    .string(VARIATION)
    .regex(/^[a-z]$/, VARIATION)
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
  published_at: timestamp.nullable(),
  variants: z.array(variant).default([]),
  ...timestamps,
});

/** Accepts every field of the API's website record; counts and fields that are always null are ignored. */
const website = z.strictObject({
  id: websiteId,
  account_id: id.optional(),
  name: name.optional(),
  currency: currency.optional(),
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
  data: z.record(z.string(), z.union([text, z.number(), z.boolean(), z.null()], SETTING)).optional(),
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
