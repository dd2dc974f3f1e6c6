import { CONTACT_TEXT_FIELDS, type ContactTextField } from '@funnel/contacts';
import { z } from 'zod';
import { recordTime } from '../output/envelope.ts';

const text = z.string().nullable();
/** Not z.record, which drops the key `__proto__`: what was sent is returned unchanged. */
const freeForm = z
  .unknown()
  .refine((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
  .meta({ type: 'object', additionalProperties: true });
const texts = Object.fromEntries(Object.keys(CONTACT_TEXT_FIELDS).map((field) => [field, text])) as Record<
  ContactTextField,
  typeof text
>;
const { tags, link, ...others } = texts;

/** A contact as the API shows it. */
export const contactSchema = z
  .object({
    id: z.int(),
    website_id: z.int(),
    created_at: recordTime,
    updated_at: recordTime,
    visitor_token: z.string().meta({ format: 'uuid' }),
    ...others,
    extra: freeForm.describe('Custom fields'),
    data: freeForm,
    tags,
    link,
  })
  .meta({ id: 'Contact' });

/** Only advertised: `readContactBody` validates, so that its error codes reach the caller. */
export const contactBodySchema = {
  type: 'object',
  description:
    'At least one of email and phone. first_name is stored as name, unknown fields are stored in extra. Omitted fields keep their value, null clears them.',
  properties: {
    email: { type: ['string', 'null'], description: 'Identity: trimmed and lower-cased.' },
    phone: {
      type: ['string', 'null'],
      description: 'Identity without an e-mail: + and 7 to 15 digits.',
    },
    first_name: { type: ['string', 'null'] },
    last_name: { type: ['string', 'null'] },
  },
  additionalProperties: true,
} as const;
