import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import { addShop, createTestDatabase, type TestDatabase } from '@funnel/testing';
import { type ContactChange, deleteContact, listContacts, upsertContact } from '../src/index.ts';

const [ONE, TWO] = [trustedWebsiteId(1), trustedWebsiteId(2)];

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await addShop(database);
});
afterAll(() => testDatabase.drop());
beforeEach(async () => {
  await database.sql`truncate contacts`;
});

async function upsert(change: Partial<ContactChange>) {
  const result = await upsertContact(database, {
    websiteId: ONE,
    email: undefined,
    phone: undefined,
    texts: {},
    extra: {},
    ...change,
  });
  if ('error' in result) throw new Error(result.error);
  return result;
}
const all = (query = {}) => listContacts(database, { websiteId: ONE, page: 1, perPage: 25, ...query });

describe('a contact', () => {
  test('is created once by a hundred identical parallel requests', async () => {
    const results = await Promise.all(
      Array.from({ length: 100 }, () => upsert({ email: 'a@example.com', phone: '+4912345678' })),
    );
    expect(results.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect((await all()).total).toBe(1);
  });

  test('has every field of the API, null where it is empty', async () => {
    const { contact } = await upsert({ email: 'a@example.com', texts: { name: 'Ann 😀' } });
    expect(Object.keys(contact)).toHaveLength(36);
    expect(contact).toMatchObject({
      website_id: 1,
      email: 'a@example.com',
      name: 'Ann 😀',
      phone: null,
      extra: {},
      data: {},
    });
    expect(contact.visitor_token).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('keeps omitted fields, clears fields that are null, and merges extra key by key', async () => {
    await upsert({
      email: 'a@example.com',
      texts: { name: 'Ann', city: 'Bonn' },
      extra: { a: 1, b: { c: 2 } },
    });
    const { contact, isNew } = await upsert({
      email: 'a@example.com',
      texts: { city: null },
      extra: { a: null, d: [3] },
    });
    expect(isNew).toBe(false);
    expect(contact).toMatchObject({ name: 'Ann', city: null, extra: { b: { c: 2 }, d: [3] } });
  });

  test('with the phone but without an email gets the email; one with another email does not', async () => {
    const first = await upsert({ phone: '+4912345678' });
    const same = await upsert({ email: 'a@example.com', phone: '+4912345678' });
    expect(same.contact.id).toBe(first.contact.id);
    const other = await upsert({ email: 'b@example.com', phone: '+4912345678' });
    expect(other).toMatchObject({ isNew: true });
    expect(other.contact.id).not.toBe(first.contact.id);
  });

  test('is found by phone alone: the oldest match', async () => {
    const first = await upsert({ email: 'a@example.com', phone: '+4912345678' });
    await upsert({ email: 'b@example.com', phone: '+4912345678' });
    expect((await upsert({ phone: '+4912345678', texts: { name: 'A' } })).contact.id).toBe(first.contact.id);
  });

  test('must keep an email or a phone', async () => {
    await upsert({ email: 'a@example.com' });
    await upsert({ phone: '+4912345678' });
    const change = { websiteId: ONE, texts: {}, extra: {} };
    const nobody = await upsertContact(database, { ...change, email: null, phone: undefined });
    expect(nobody).toEqual({ error: 'email_or_phone_required' });
    const cleared = await upsert({ email: 'a@example.com', phone: null });
    expect(cleared.contact).toMatchObject({ email: 'a@example.com', phone: null });
  });

  test('with the same email on another website is a different contact', async () => {
    await upsert({ email: 'a@example.com' });
    expect(await upsert({ websiteId: TWO, email: 'a@example.com' })).toMatchObject({ isNew: true });
    expect((await all()).total).toBe(1);
    expect(await deleteContact(database, { websiteId: TWO, email: 'a@example.com' })).toBe(true);
    expect((await all()).total).toBe(1);
  });

  test('is deleted by email or by phone', async () => {
    await upsert({ email: 'a@example.com' });
    await upsert({ phone: '+4912345678' });
    expect(await deleteContact(database, { websiteId: ONE, email: 'a@example.com' })).toBe(true);
    expect(await deleteContact(database, { websiteId: ONE, email: 'a@example.com' })).toBe(false);
    expect(await deleteContact(database, { websiteId: ONE, phone: '+4912345678' })).toBe(true);
    expect((await all()).total).toBe(0);
  });
});

test('contacts are listed newest first, page by page, with the total', async () => {
  for (let n = 1; n <= 30; n++) await upsert({ email: `n${n}@example.com` });
  const first = await all();
  expect(first.contacts).toHaveLength(25);
  expect(first.contacts[0]?.email).toBe('n30@example.com');
  expect(first.total).toBe(30);
  expect((await all({ page: 2 })).contacts.map(({ email }) => email).at(-1)).toBe('n1@example.com');
  expect(await all({ page: 9 })).toEqual({ contacts: [], total: 30 });
  expect((await all({ email: 'n7@example.com' })).contacts).toHaveLength(1);
  expect((await all({ id: first.contacts[3]?.id })).contacts[0]?.email).toBe('n27@example.com');
});
