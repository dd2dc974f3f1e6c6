import { CAMPAIGN_STATUSES, CTA_TYPES, ELEMENT_TYPES, trustedWebsiteId } from '@funnel/domain';
import { z } from 'zod';
import { currency, id, text as storableText, timestamp as anyTimestamp } from '../shared/schemas.ts';

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

const element = z.strictObject({ id, name: text.nullish(), element_type: z.enum(ELEMENT_TYPES), position });

const step = z.strictObject({ id, name: text.nullish(), position, elements: z.array(element).default([]) });

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

const data = z.record(z.string(), z.union([text, z.number(), z.boolean(), z.null()], SETTING));
const MAX_DATA_KEYS = 1_000;

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
  data: data.optional(),
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

const account = z.strictObject({ id, name: name.optional() });

/** A catalog document. Every part is optional: a campaign editor sends what has changed. */
const catalogDocument = z.strictObject({
  accounts: z.array(account).default([]),
  websites: z.array(website).default([]),
  areas: z.array(area).default([]),
  campaigns: z.array(campaign).default([]),
});

export type CatalogDocument = z.infer<typeof catalogDocument>;

/**
 * @example
 * const { properties } = catalogJsonSchema();
 * assert.deepEqual(Object.keys(properties ?? {}), ['accounts', 'websites', 'areas', 'campaigns']);
 */
export function catalogJsonSchema(): z.core.JSONSchema.BaseSchema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(catalogDocument, { io: 'input' });
  return schema;
}

export interface RecordKind {
  fields: z.ZodObject;
  parts?: { name: string; kind: RecordKind };
}

const elements = { fields: element.strip() };
const steps = { fields: step.omit({ elements: true }).strip(), parts: { name: 'elements', kind: elements } };
const variants = { fields: variant.omit({ steps: true }).strip(), parts: { name: 'steps', kind: steps } };

/** Checked first: a wrong value takes much longer to describe than to send. */
const smallData = z
  .custom<object>(
    (value) => typeof value !== 'object' || Object.keys(value ?? {}).length <= MAX_DATA_KEYS,
    `must have at most ${MAX_DATA_KEYS} keys`,
  )
  .pipe(data);

/** The kinds of a document, to validate it record by record. */
export const RECORD_KINDS: Record<keyof CatalogDocument, RecordKind> = {
  accounts: { fields: account.strip() },
  websites: { fields: website.extend({ data: smallData.optional() }).strip() },
  areas: { fields: area.strip() },
  campaigns: {
    fields: campaign.omit({ variants: true }).strip(),
    parts: { name: 'variants', kind: variants },
  },
};
