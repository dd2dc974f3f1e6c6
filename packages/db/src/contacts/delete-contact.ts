import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '../connection/database.ts';
import { contacts } from '../schema/index.ts';

/** Deletes a contact and all that is known of the person; false when there is none. By phone: the oldest with it. */
export async function deleteContact(
  { orm }: Database,
  { websiteId, email, phone }: { websiteId: number; email?: string | undefined; phone?: string | undefined },
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
