import { upsertContact, MAX_EXTRA_BYTES } from '@funnel/contacts';
import { ServiceError } from '@funnel/domain';
import { defineOperation } from '../operation.ts';
import { websiteId } from '../parameters/shared.ts';
import { invalidField } from '../read-body.ts';
import { readContactBody } from './contact-body.ts';
import { contactBodySchema, contactSchema } from './contact-schema.ts';

export const upsertContactOperation = defineOperation({
  name: 'upsert_contact',
  title: 'Create or update a contact',
  method: 'POST',
  path: '/contacts',
  scope: 'contacts:write',
  tag: 'Contacts',
  summary: 'Create or update a contact',
  description:
    'Finds the contact by e-mail, else by phone, and changes it (200), or creates it (201). A contact without e-mail that has the phone gets the e-mail; a contact with another e-mail stays a separate contact.',
  websiteRule: 'one',
  transaction: 'none',
  caching: 'no-store',
  parameters: { website_id: websiteId },
  body: contactBodySchema,
  output: contactSchema,
  errors: [
    'invalid_body',
    'reserved_field',
    'email_or_phone_required',
    'invalid_email',
    'invalid_phone',
    'invalid_visitor_token',
    'invalid_field',
  ],
  example: {
    parameters: {},
    body: {
      email: 'ada@example.com',
      phone: '+44 20 7946 0000',
      first_name: 'Ada',
      last_name: 'Lovelace',
      visitor_token: '0b7d3c52-8a4e-4a0b-9d0e-3f5a7c1e2b64',
      tags: ['newsletter', 'spring'],
      favourite_room: 'Kitchen',
    },
  },
  async run({ database, website }, _input, body) {
    const result = await upsertContact(database, { websiteId: website.id, ...readContactBody(body) });
    if ('error' in result) {
      if (result.error === 'extra_too_large') throw extraTooLarge();
      throw new ServiceError(result.error, 'A contact needs an email or a phone: both cannot be cleared.');
    }
    return { status: result.isNew ? 201 : 200, body: result.contact };
  },
});

function extraTooLarge(): ServiceError {
  const detail = `The custom fields of a contact may have ${MAX_EXTRA_BYTES / 1024} KiB together. Remove some with null.`;
  return invalidField('extra', detail);
}
