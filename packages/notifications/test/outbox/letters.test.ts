import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Database } from '@funnel/db';
import { changeMember } from '@funnel/identity';
import { type Letter, mailOf, writeLetter } from '@funnel/notifications';
import {
  type Attempt,
  deleteOldNotifications,
  deliverLetters,
  deliverMessages,
  type PreparedMessage,
} from '@funnel/notifications/work';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { LINKS, NOW, SAMPLES } from '../support/sample-messages.ts';
import { addPerson, addWebsites, KEY } from '../support/told-shop.ts';

const ANN = 'ann@example.com';
const LETTER = { ...(SAMPLES['company-people'] as Letter), to: ANN };

let db: TestDatabase;
/** With the rights of the services. */
let writer: Database;
let worker: Database;
let ann: number;
let sent: PreparedMessage[];
beforeAll(async () => {
  db = await createTestDatabase();
  [writer, worker] = [db.openAs('authorization-server'), db.openAs('insights-worker')];
  await addWebsites(db.database);
  ann = await addPerson(db.database, ANN, { accountId: 1, role: 'owner' });
  await addPerson(db.database, 'ben@example.com', { accountId: 1, role: 'owner' });
});
beforeEach(async () => {
  sent = [];
  await db.database.sql`delete from notification_messages`;
  await writeLetter(writer.orm, LETTER);
});
afterAll(() => db?.drop());

const OK: Attempt = { outcome: 'sent', answer: '250 OK' };
const deliver = (attempt: Attempt = OK) =>
  deliverLetters(worker, {
    random: () => 0,
    send: async (prepared) => {
      sent.push(prepared);
      return attempt;
    },
  });
const letters = () => db.database.sql`
  select outcome, attempts, extract(epoch from due_at - now())::int as "dueIn" from notification_messages`;

test('goes to the address that it names, once, although two workers deliver at the same time', async () => {
  await Promise.all([deliver(), deliver(), deliver()]);
  await deliver();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ destination: { kind: 'email', to: ANN }, message: LETTER });
  expect(await letters()).toMatchObject([{ outcome: 'sent' }]);
});

test('is tried again with the same id while the mail server fails, and is given up after three days', async () => {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await deliver({ outcome: 'later', answer: 'nobody listens' });
    await db.database.sql`update notification_messages set due_at = now() where done_at is null`;
  }
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
  expect(sent.length).toBeGreaterThan(5);
  expect(await letters()).toMatchObject([{ outcome: 'failed', attempts: sent.length }]);
});

test('waits for a mail server, for a week', async () => {
  await deliver({ outcome: 'held', answer: 'there is no mail server' });
  expect(await letters()).toMatchObject([{ outcome: null, attempts: 0 }]);
  await db.database.sql`update notification_messages set created_at = now() - interval '8 days'`;
  await deleteOldNotifications(worker);
  expect(await letters()).toMatchObject([{ outcome: 'dropped' }]);
});

test('is not sent to somebody who no longer owns the account', async () => {
  await changeMember(db.database, { userId: ann, accountId: 1, role: 'reader' });
  await deliver();
  expect([sent.length, await letters()]).toMatchObject([0, [{ outcome: 'dropped' }]]);
  await changeMember(db.database, { userId: ann, accountId: 1, role: 'owner' });
});

test('is not taken for a message to a channel', async () => {
  const send = async () => OK;
  const options = { encryptionKey: KEY, now: NOW, send, perHour: 10, random: () => 0 };
  expect(await deliverMessages(worker, options)).toMatchObject({ sent: 0, dropped: 0 });
  expect(await letters()).toMatchObject([{ outcome: null, attempts: 0 }]);
});

test('says who leaves when, who stays, and how to take it back', () => {
  const told = { reader: { language: 'en', timeZone: 'UTC' }, links: LINKS, now: NOW };
  const { subject, text } = mailOf(LETTER, told);
  expect(subject).toBe('Your company no longer confirms 3 people of Oak & Sons');
  expect(text).toContain('Leaving the account on Monday, November 30 (UTC)');
  expect(text).toContain('carol@oak.example, dave@oak.example.');
  expect(text).toMatch(/Staying, because they can sign in otherwise .*: paul@oak\.example\./s);
  expect(text).toContain('signs in with the company login before that day, and keeps everything');
  expect(text).toContain('https://login.example/members');
  const changed = mailOf({ ...LETTER, why: 'changed', people: LETTER.people.slice(0, 1) }, told);
  expect(changed.subject).toBe('1 person of Oak & Sons has to sign in at the new company login');
  expect(changed.text).toContain('enter the former provider again');
});
