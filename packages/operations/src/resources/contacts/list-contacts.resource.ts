import { listContacts } from '@funnel/db';
import { freeText } from '../../parameters/kinds.ts';
import { page, websiteId } from '../../parameters/shared.ts';
import type { Parameter } from '../../parameters/parameter.ts';
import { z } from 'zod';
import { defineResource } from '../../resource.ts';
import { optionalId } from '../../parameters/optional-id.ts';
import { emailOfQuery } from './contact-keys.ts';
import { contactSchema } from './contact-schema.ts';

const PER_PAGE = 25;

const email: Parameter<string | undefined> = freeText({
  name: 'email',
  code: 'invalid_email',
  text: 'Only the contact with exactly this e-mail, whatever its case; an unencoded + is read as one.',
});

export const listContactsResource = defineResource({
  operationId: 'list_contacts',
  method: 'GET',
  path: '/contacts',
  scope: 'contacts:read',
  summary: 'Contacts, newest first',
  description:
    'A page of 25 contacts, newest first. `Link` leads to the other pages, `X-Total-Count` says how many there are.',
  parameters: { website_id: websiteId, email, id: optionalId('Only the contact with this id.'), page },
  output: z.array(contactSchema),
  async run({ database, websiteId: website }, input) {
    const filter = input.email === undefined ? undefined : emailOfQuery(input.email);
    const query = { websiteId: website, email: filter, id: input.id, page: input.page, perPage: PER_PAGE };
    const { contacts, total } = await listContacts(database, query);
    return { status: 200 as const, body: contacts, pages: { page: input.page, perPage: PER_PAGE, total } };
  },
});
