import { deleteContact } from '@funnel/contacts';
import { ServiceError } from '@funnel/domain';
import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { freeText } from '../parameters/kinds.ts';
import { websiteId } from '../parameters/shared.ts';
import { emailOfQuery, phoneOfQuery, readPhone } from './contact-keys.ts';

export const deleteContactOperation = defineOperation({
  name: 'delete_contact',
  title: 'Delete a contact',
  method: 'DELETE',
  path: '/contacts',
  scope: 'contacts:write',
  tag: 'Contacts',
  summary: 'Delete a contact',
  description:
    'Permanently deletes the contact with this e-mail and everything stored about the person. A phone is accepted instead: it deletes the oldest contact with it.',
  websiteRule: 'one',
  transaction: 'none',
  caching: 'no-store',
  parameters: {
    website_id: websiteId,
    email: freeText('email', {
      code: 'invalid_email',
      description:
        'The e-mail, in any case; an unencoded + is read as a +. Required unless a phone is given.',
    }),
    phone: freeText('phone', {
      code: 'invalid_phone',
      description: 'The phone of a contact without e-mail.',
    }),
  },
  output: z.object({ message: z.string() }).meta({ id: 'DeletedContact' }),
  errors: ['email_required'],
  example: { parameters: { email: 'ada@example.com' } },
  async run({ database, website, caller }, input) {
    const email = input.email === undefined ? undefined : emailOfQuery(input.email);
    const given = input.phone === undefined ? undefined : phoneOfQuery(input.phone);
    const phone = email === undefined ? (readPhone(given) ?? undefined) : undefined;
    if (email === undefined && phone === undefined) {
      throw new ServiceError(
        'email_required',
        'Pass the contact to delete: email=name@example.com (or phone).',
        {
          parameter: 'email',
        },
      );
    }
    const isDeleted = await deleteContact(database, { websiteId: website.id, email, phone }, caller);
    if (!isDeleted) throw new ServiceError('not_found', 'There is no such contact on this website.');
    return { body: { message: 'The contact was deleted.' } };
  },
});
