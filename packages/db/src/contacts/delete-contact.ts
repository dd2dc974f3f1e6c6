import type { WebsiteId } from '@funnel/domain';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '../connection/database.ts';
import { contacts } from '../schema/index.ts';

/**
 * Deletes a contact by email, else the oldest one with this phone. Returns false when there is no match.
 * @example
 * import { trustedWebsiteId } from '@funnel/domain';
 *
 * const websiteId = trustedWebsiteId(1);
 * await upsertContact(database, { websiteId, email: 'ben@example.com', phone: null, texts: {}, extra: {} });
 * assert.equal(await deleteContact(database, { websiteId, email: 'ben@example.com' }), true);
 * assert.equal(await deleteContact(database, { websiteId, email: 'ben@example.com' }), false);
 */
export async function deleteContact(
  { orm }: Database,
  {
    websiteId,
    email,
    phone,
  }: { websiteId: WebsiteId; email?: string | undefined; phone?: string | undefined },
): Promise<boolean> {
  const key = email === undefined ? eq(contacts.phone, phone ?? '') : eq(contacts.email, email);
  const oldest = orm
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(eq(contacts.websiteId, websiteId), key))
    .orderBy(asc(contacts.createdAt), asc(contacts.id))
    .limit(1);
  const deleted = await orm
    .delete(contacts)
    .where(and(eq(contacts.websiteId, websiteId), inArray(contacts.id, oldest)))
    .returning({ id: contacts.id });
  return deleted.length > 0;
}
