import { CONTACT_TEXT_FIELDS, type ContactTextField } from '@funnel/db';
import { z } from 'zod';

const text = z.string().nullable();
const timestamp = z.string().describe('ISO 8601, UTC, with milliseconds');
/** Not a record: zod leaves the key `__proto__` out of one, and what was sent is given back whole. */
const freeForm = z
  .unknown()
  .refine((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
  .meta({ type: 'object', additionalProperties: true });
const texts = Object.fromEntries(Object.keys(CONTACT_TEXT_FIELDS).map((field) => [field, text])) as Record<
  ContactTextField,
  typeof text
>;
const { tags, link, ...others } = texts;

/** Spec 2.10. */
export const contactSchema = z.object({
  id: z.int(),
  website_id: z.int(),
  created_at: timestamp,
  updated_at: timestamp,
  visitor_token: z.string().describe('UUID'),
  ...others,
  extra: freeForm.describe('Custom fields'),
  data: freeForm,
  tags,
  link,
});

/** Advertised; `readContactBody` checks, so that its codes reach the caller. */
export const contactBodySchema = {
  type: 'object',
  description:
    'At least one of email and phone. Fields of the contact go to their place, first_name to name, any other into extra; what is left out stays, null clears.',
  properties: {
    email: { type: ['string', 'null'], description: 'Identity: trimmed, lower case.' },
    phone: {
      type: ['string', 'null'],
      description: 'Identity where there is no e-mail: + and 7 to 15 digits.',
    },
    first_name: { type: ['string', 'null'] },
    last_name: { type: ['string', 'null'] },
  },
  additionalProperties: true,
} as const;
