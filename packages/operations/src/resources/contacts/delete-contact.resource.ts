import { deleteContact } from '@funnel/db';
import { ServiceError } from '@funnel/domain';
import { freeText } from '../../parameters/kinds.ts';
import { websiteId } from '../../parameters/shared.ts';
import { z } from 'zod';
import { defineResource } from '../../resource.ts';
import { emailOfQuery, phoneOfQuery, readPhone } from './contact-keys.ts';

export const deleteContactResource = defineResource({
  operationId: 'delete_contact',
  method: 'DELETE',
  path: '/contacts',
  scope: 'contacts:write',
  summary: 'Delete a contact',
  description:
    'Deletes the contact with this e-mail and all that is known of the person, at once. A phone is accepted in its place: the oldest contact with it.',
  parameters: {
    website_id: websiteId,
    email: freeText({
      name: 'email',
      code: 'invalid_email',
      text: 'The e-mail, whatever its case; an unencoded + is read as one. Required, unless a phone is given.',
    }),
    phone: freeText({ name: 'phone', code: 'invalid_phone', text: 'The phone of a contact without e-mail.' }),
  },
  codes: ['email_required'],
  output: z.object({ message: z.string() }),
  async run({ database, websiteId: website }, input) {
    const email = input.email === undefined ? undefined : emailOfQuery(input.email);
    const given = input.phone === undefined ? undefined : phoneOfQuery(input.phone);
    const phone = email === undefined ? (readPhone(given) ?? undefined) : undefined;
    if (email === undefined && phone === undefined) {
      throw new ServiceError('email_required', 'Say which contact: email=name@example.com (or phone).', {
        parameter: 'email',
      });
    }
    const isDeleted = await deleteContact(database, { websiteId: website, email, phone });
    if (!isDeleted) throw new ServiceError('not_found', 'There is no such contact on this website.');
    return { status: 200 as const, body: { message: 'The contact was deleted.' } };
  },
});
