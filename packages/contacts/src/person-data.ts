import { randomUUID } from 'node:crypto';
import {
  type Caller,
  type Database,
  inReadTransaction,
  inWebsiteTransaction,
  type Orm,
  ormOn,
  raiseDataVersion,
  recordAccess,
  secretsOfWebsites,
} from '@funnel/db';
import { contacts, pendingEvents } from '@funnel/db/schema';
import {
  groupBy,
  isEmail,
  NO_VISITOR_SECRETS,
  plainPhone,
  visitorKey,
  type VisitorSecrets,
  type WebsiteId,
} from '@funnel/domain';
import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import { type Contact, contactOf } from './contact.ts';

/** How a person is found: by one of these, on all websites or on some. */
export interface PersonKey {
  /** Trimmed and lower-cased. */
  email?: string | undefined;
  /** `+` and digits. */
  phone?: string | undefined;
  visitorToken?: string | undefined;
  /** Undefined for all, which only the owner of the tables sees. */
  websiteIds?: readonly WebsiteId[] | undefined;
}

export interface PersonData {
  contacts: Contact[];
  /** Events of their visitor tokens that are not yet part of the counts, which have no visitors. */
  pendingEvents: { websiteId: WebsiteId; day: string; type: string; recordedAt: Date }[];
}

export interface ErasedPerson {
  contacts: number;
  pendingEvents: number;
}

/** Who erases, and what the visitors of this installation are hashed with. */
export interface EraseOptions {
  caller?: Caller | undefined;
  secrets?: VisitorSecrets | undefined;
}

const BY_OPERATOR: Caller = { actorId: null, clientId: null, address: null, details: {} };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Reads what somebody writes to say who is meant; undefined if it is neither an e-mail nor a phone nor a visitor token.
 * @example
 * assert.deepEqual(personKeyOf(' Dee@Example.com '), { email: 'dee@example.com' });
 * assert.deepEqual(personKeyOf('0047 1234 5678'), { phone: '+4712345678' });
 * assert.equal(personKeyOf('Dee'), undefined);
 */
export function personKeyOf(who: string): PersonKey | undefined {
  const text = who.trim().toLowerCase();
  if (UUID.test(text)) return { visitorToken: text };
  if (isEmail(text)) return { email: text };
  const phone = plainPhone(text);
  return phone === undefined ? undefined : { phone };
}

/**
 * Reads everything that is stored about a person, on all websites or on some.
 * @example
 * const person = { email: 'dee@example.com', phone: null, texts: { name: 'Dee' }, extra: {} };
 * await upsertContact(database, { websiteId, ...person });
 * const { contacts } = await readPersonData(database, { email: 'dee@example.com' });
 * assert.equal(contacts[0]?.name, 'Dee');
 */
export function readPersonData(
  database: Database,
  key: PersonKey,
  secrets: VisitorSecrets = NO_VISITOR_SECRETS,
): Promise<PersonData> {
  const read = async (tx: Orm) => {
    const found = await findContacts(tx, key);
    const pending = [];
    for (const visitor of await visitorsOf(tx, found, key, secrets)) {
      const { websiteId, day, type, recordedAt } = pendingEvents;
      pending.push(
        ...(await tx.select({ websiteId, day, type, recordedAt }).from(pendingEvents).where(isOf(visitor))),
      );
    }
    return { contacts: found, pendingEvents: pending };
  };
  return key.websiteIds
    ? inReadTransaction(database, key.websiteIds, (connection) => read(ormOn(connection)))
    : database.sql.begin('isolation level repeatable read read only', (begun) => read(ormOn(begun)));
}

/**
 * Erases a person: deletes the contacts, and gives events that wait to be counted to a visitor who does not exist, so that the
 * counts stay. The audit log says on which websites it happened, not to whom.
 * @example
 * const person = { email: 'eve@example.com', phone: null, texts: {}, extra: {} };
 * await upsertContact(database, { websiteId, ...person });
 * assert.deepEqual(await erasePersonData(database, { email: 'eve@example.com' }), { contacts: 1, pendingEvents: 0 });
 * assert.deepEqual((await readPersonData(database, { email: 'eve@example.com' })).contacts, []);
 */
export function erasePersonData(
  database: Database,
  key: PersonKey,
  { caller = BY_OPERATOR, secrets = NO_VISITOR_SECRETS }: EraseOptions = {},
): Promise<ErasedPerson> {
  const erase = async (tx: Orm) => {
    const found = await findContacts(tx, key);
    const moved: WebsiteId[] = [];
    for (const visitor of await visitorsOf(tx, found, key, secrets)) {
      const nobody = { visitor: visitorKey(randomUUID()) };
      const { websiteId } = pendingEvents;
      const events = await tx.update(pendingEvents).set(nobody).where(isOf(visitor)).returning({ websiteId });
      moved.push(...events.map((event) => event.websiteId));
    }
    // Otherwise a service that remembers these events would count both visitors.
    await raiseDataVersion(tx, [...new Set(moved)]);
    let deleted = 0;
    for (const { website_id: websiteId, id } of found) {
      const isContact = and(eq(contacts.websiteId, websiteId), eq(contacts.id, id));
      // Somebody else may have erased the same person at the same time.
      const rows = await tx.delete(contacts).where(isContact).returning({ id: contacts.id });
      if (rows.length === 0) continue;
      deleted += 1;
      await recordAccess(tx, { kind: 'contact_deleted', websiteIds: [websiteId], caller });
    }
    return { contacts: deleted, pendingEvents: moved.length };
  };
  return key.websiteIds
    ? inWebsiteTransaction(database, key.websiteIds, (begun) => erase(ormOn(begun)))
    : database.sql.begin((begun) => erase(ormOn(begun)));
}

async function findContacts(tx: Orm, key: PersonKey): Promise<Contact[]> {
  const { email, phone, visitorToken, websiteIds } = key;
  const rows = await tx
    .select()
    .from(contacts)
    .where(
      and(
        email === undefined ? undefined : eq(contacts.email, email),
        phone === undefined ? undefined : eq(contacts.phone, phone),
        visitorToken === undefined ? undefined : eq(contacts.visitorToken, visitorToken),
        websiteIds && inArray(contacts.websiteId, [...websiteIds]),
      ),
    )
    .orderBy(asc(contacts.websiteId), asc(contacts.id));
  return rows.map(contactOf);
}

interface Visitor {
  /** Undefined for all websites. */
  websiteIds: readonly WebsiteId[] | undefined;
  key: number;
}

/** The visitors that the person was: another secret of a website gives another key. A token may have events and no contact. */
async function visitorsOf(
  tx: Orm,
  found: readonly Contact[],
  { visitorToken, websiteIds }: PersonKey,
  secrets: VisitorSecrets,
): Promise<Visitor[]> {
  if (visitorToken !== undefined && !websiteIds)
    return secrets.keysOf(visitorToken).map((key) => ({ websiteIds, key }));
  const persons =
    visitorToken === undefined
      ? found.map((contact) => [contact.website_id, contact.visitor_token] as const)
      : (websiteIds ?? []).map((id) => [id, visitorToken] as const);
  const ids = persons.map(([id]) => id);
  const names = await secretsOfWebsites(tx, ids);
  const keyed = persons.map(([id, token]) => ({ id, key: secrets.keyOf(token, names.get(id) ?? null) }));
  return [...groupBy(keyed, ({ key }) => key)].map(([key, some]) => ({
    websiteIds: some.map(({ id }) => id),
    key,
  }));
}

function isOf({ websiteIds, key }: Visitor): SQL | undefined {
  return and(websiteIds && inArray(pendingEvents.websiteId, [...websiteIds]), eq(pendingEvents.visitor, key));
}
