import { type Database, inReadTransaction, ormOn } from '@funnel/db';
import { contacts } from '@funnel/db/schema';
import type { WebsiteId } from '@funnel/domain';
import { and, count, desc, eq } from 'drizzle-orm';
import { type Contact, contactOf } from './contact.ts';

export interface ContactQuery {
  websiteId: WebsiteId;
  /** Trimmed and lower-cased, as it is stored. */
  email?: string | undefined;
  id?: number | undefined;
  page: number;
  perPage: number;
}

/**
 * Reads a page of contacts, newest first, and the total; both come from one database snapshot.
 * @example
 * const cy = { websiteId, email: 'cy@example.com', phone: null, texts: { name: 'Cy' }, extra: {} };
 * await upsertContact(database, cy);
 * const page = await listContacts(database, { websiteId, email: 'cy@example.com', page: 1, perPage: 10 });
 * assert.equal(page.total, 1);
 * assert.equal(page.contacts[0]?.name, 'Cy');
 */
export function listContacts(
  database: Database,
  { websiteId, email, id, page, perPage }: ContactQuery,
): Promise<{ contacts: Contact[]; total: number }> {
  const matching = and(
    eq(contacts.websiteId, websiteId),
    email === undefined ? undefined : eq(contacts.email, email),
    id === undefined ? undefined : eq(contacts.id, id),
  );
  return inReadTransaction(database, [websiteId], async (connection) => {
    const orm = ormOn(connection);
    const rows = await orm
      .select()
      .from(contacts)
      .where(matching)
      .orderBy(desc(contacts.createdAt), desc(contacts.id))
      .limit(perPage)
      .offset((page - 1) * perPage);
    const [counted] = await orm.select({ total: count() }).from(contacts).where(matching);
    return { contacts: rows.map((row) => contactOf(row)), total: counted?.total ?? 0 };
  });
}
