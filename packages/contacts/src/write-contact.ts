import { randomUUID } from 'node:crypto';
import { type Caller, type Database, inWebsiteTransaction, type Orm, ormOn, recordAccess } from '@funnel/db';
import { contacts } from '@funnel/db/schema';
import type { WebsiteId } from '@funnel/domain';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { CONTACT_TEXT_FIELDS, type Contact, type ContactTextField, contactOf } from './contact.ts';

/** A requested change to a contact: undefined leaves a field alone, null clears it. */
export interface ContactChange {
  websiteId: WebsiteId;
  /** Trimmed and lower-cased. */
  email: string | null | undefined;
  /** `+` followed by digits. */
  phone: string | null | undefined;
  visitorToken?: string | undefined;
  texts: Partial<Record<Exclude<ContactTextField, 'email' | 'phone'>, string | null>>;
  /** Merged key by key; null removes a key. */
  extra: Record<string, unknown>;
  data?: Record<string, unknown> | undefined;
}

export type UpsertResult =
  | { contact: Contact; isNew: boolean }
  | { error: 'email_or_phone_required' | 'extra_too_large' };

/** Of `extra` as JSON: repeated changes add keys, each within the size of a request. */
export const MAX_EXTRA_BYTES = 65_536;

type StoredContact = typeof contacts.$inferSelect;

/**
 * Creates or updates a contact, identified by email, else by phone. Requests with the same email or phone wait for
 * each other, so that two identical requests at the same time create one contact.
 * @example
 * const ann = { websiteId, email: 'ann@example.com', phone: null, extra: {} };
 * await upsertContact(database, { ...ann, texts: { city: 'Leipzig' } });
 * const result = await upsertContact(database, { ...ann, texts: { name: 'Ann' } });
 * assert.ok('contact' in result && !result.isNew);
 * assert.equal(result.contact.city, 'Leipzig');
 */
export function upsertContact(database: Database, change: ContactChange): Promise<UpsertResult> {
  return inWebsiteTransaction(database, [change.websiteId], async (transaction): Promise<UpsertResult> => {
    const tx = ormOn(transaction);
    for (const key of lockKeys(change)) {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
    }
    const stored = await findContact(tx, change);
    const email = change.email === undefined ? (stored?.email ?? null) : change.email;
    const phone = change.phone === undefined ? (stored?.phone ?? null) : change.phone;
    if (email === null && phone === null) return { error: 'email_or_phone_required' };
    const extra = merged(stored?.extra ?? {}, change.extra);
    if (Buffer.byteLength(JSON.stringify(extra)) > MAX_EXTRA_BYTES) return { error: 'extra_too_large' };
    const row = stored
      ? await update(tx, stored, { ...change, extra }, { email, phone })
      : await insert(tx, { ...change, extra }, { email, phone });
    return { contact: contactOf(row), isNew: !stored };
  });
}

/**
 * Deletes a contact by email, else the oldest one with this phone. Returns false when there is no match. The audit log says
 * who did it, not whom it was about.
 * @example
 * await upsertContact(database, { websiteId, email: 'ben@example.com', phone: null, texts: {}, extra: {} });
 * assert.equal(await deleteContact(database, { websiteId, email: 'ben@example.com' }), true);
 * assert.equal(await deleteContact(database, { websiteId, email: 'ben@example.com' }), false);
 */
export async function deleteContact(
  database: Database,
  {
    websiteId,
    email,
    phone,
  }: { websiteId: WebsiteId; email?: string | undefined; phone?: string | undefined },
  caller?: Caller,
): Promise<boolean> {
  const key = email === undefined ? eq(contacts.phone, phone ?? '') : eq(contacts.email, email);
  return inWebsiteTransaction(database, [websiteId], async (transaction) => {
    const tx = ormOn(transaction);
    const oldest = tx
      .select({ id: contacts.id })
      .from(contacts)
      .where(and(eq(contacts.websiteId, websiteId), key))
      .orderBy(asc(contacts.createdAt), asc(contacts.id))
      .limit(1);
    const deleted = await tx
      .delete(contacts)
      .where(and(eq(contacts.websiteId, websiteId), inArray(contacts.id, oldest)))
      .returning({ id: contacts.id });
    if (caller && deleted.length > 0)
      await recordAccess(tx, { kind: 'contact_deleted', websiteIds: [websiteId], caller });
    return deleted.length > 0;
  });
}

/** Always in the same order, to prevent deadlocks. */
function lockKeys({ websiteId, email, phone }: ContactChange): string[] {
  return [email && `contact ${websiteId} email ${email}`, phone && `contact ${websiteId} phone ${phone}`]
    .filter((key) => typeof key === 'string' && key !== '')
    .map(String)
    .sort();
}

async function findContact(
  tx: Orm,
  { websiteId, email, phone }: ContactChange,
): Promise<StoredContact | undefined> {
  const ofWebsite = eq(contacts.websiteId, websiteId);
  const oldest = async (...conditions: Parameters<typeof and>) => {
    const [row] = await tx
      .select()
      .from(contacts)
      .where(and(ofWebsite, ...conditions))
      .orderBy(asc(contacts.createdAt), asc(contacts.id))
      .limit(1)
      .for('update');
    return row;
  };
  if (!email) return phone ? oldest(eq(contacts.phone, phone)) : undefined;
  return (
    (await oldest(eq(contacts.email, email))) ??
    (phone ? oldest(eq(contacts.phone, phone), isNull(contacts.email)) : undefined)
  );
}

interface Keys {
  email: string | null;
  phone: string | null;
}

async function insert(tx: Orm, change: ContactChange, keys: Keys): Promise<StoredContact> {
  const [row] = await tx
    .insert(contacts)
    .values({
      websiteId: change.websiteId,
      visitorToken: change.visitorToken ?? randomUUID(),
      ...columnsOf(change.texts),
      ...keys,
      extra: change.extra,
      data: change.data ?? {},
    })
    .returning();
  return required(row);
}

async function update(
  tx: Orm,
  stored: StoredContact,
  change: ContactChange,
  keys: Keys,
): Promise<StoredContact> {
  const [row] = await tx
    .update(contacts)
    .set({
      ...columnsOf(change.texts),
      ...keys,
      ...(change.visitorToken === undefined ? {} : { visitorToken: change.visitorToken }),
      ...(change.data === undefined ? {} : { data: change.data }),
      extra: change.extra,
      updatedAt: sql`now()`,
    })
    .where(and(eq(contacts.websiteId, stored.websiteId), eq(contacts.id, stored.id)))
    .returning();
  return required(row);
}

function columnsOf(texts: ContactChange['texts']): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(texts).map(([field, value]) => [
      CONTACT_TEXT_FIELDS[field as ContactTextField],
      value ?? null,
    ]),
  );
}

function merged(stored: Record<string, unknown>, change: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...stored, ...change }).filter(([, value]) => value !== null));
}

function required<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('The database returned no row for a written contact');
  return row;
}
