import { listContacts, recordContactsRead } from '@funnel/contacts';
import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { freeText, optionalIdentifier, perPageOf } from '../parameters/kinds.ts';
import { page, websiteId } from '../parameters/shared.ts';
import { emailOfQuery } from './contact-keys.ts';
import { contactSchema } from './contact-schema.ts';

const MAX_PER_PAGE = 25;

export const listContactsOperation = defineOperation({
  name: 'list_contacts',
  title: 'Contacts, newest first',
  method: 'GET',
  path: '/contacts',
  scope: 'contacts:read',
  tag: 'Contacts',
  summary: 'Contacts, newest first',
  description:
    'A page of up to 25 contacts, newest first. `Link` leads to the other pages, `X-Total-Count` is the total number.',
  websiteRule: 'one',
  transaction: 'none',
  caching: 'no-store',
  parameters: {
    website_id: websiteId,
    email: freeText('email', {
      code: 'invalid_email',
      description: 'Only the contact with exactly this e-mail, in any case; an unencoded + is read as a +.',
    }),
    id: optionalIdentifier({ description: 'Only the contact with this id.' }),
    page,
    per_page: perPageOf('Contacts', MAX_PER_PAGE),
  },
  output: z.array(contactSchema),
  errors: [],
  example: { parameters: { email: 'ada@example.com' } },
  async run({ database, website, caller }, input) {
    const email = input.email === undefined ? undefined : emailOfQuery(input.email);
    const { id, page: number, per_page: perPage } = input;
    const query = { websiteId: website.id, email, id, page: number, perPage };
    const { contacts, total } = await listContacts(database, query);
    await recordContactsRead(database, website.id, caller);
    return { body: contacts, pages: { page: number, perPage, total } };
  },
});
