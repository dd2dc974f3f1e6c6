import { upsertContact } from '@funnel/db';
import { ServiceError } from '@funnel/domain';
import { websiteId } from '../../parameters/shared.ts';
import { defineResource } from '../../resource.ts';
import { readContactBody } from './contact-body.ts';
import { contactBodySchema, contactSchema } from './contact-schema.ts';

export const upsertContactResource = defineResource({
  operationId: 'upsert_contact',
  method: 'POST',
  path: '/contacts',
  scope: 'contacts:write',
  summary: 'Create or change a contact',
  description:
    'Finds the contact by e-mail, else by phone, and changes it (200), or creates it (201). A contact without e-mail that has the phone gets the e-mail; one with another e-mail is another contact.',
  parameters: { website_id: websiteId },
  body: contactBodySchema,
  codes: [
    'invalid_body',
    'reserved_field',
    'email_or_phone_required',
    'invalid_email',
    'invalid_phone',
    'invalid_visitor_token',
    'invalid_field',
  ],
  output: contactSchema,
  async run({ database, websiteId: website }, _input, body) {
    const result = await upsertContact(database, { websiteId: website, ...readContactBody(body) });
    if ('error' in result) {
      throw new ServiceError(result.error, 'A contact keeps an email or a phone: both cannot be cleared.');
    }
    return { status: result.isNew ? (201 as const) : (200 as const), body: result.contact };
  },
});
