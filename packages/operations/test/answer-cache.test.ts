import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Database } from '@funnel/db';
import { foldPending, importCatalog, recordEvents } from '@funnel/ingest';
import { createTestDatabase, isOnCitus, type TestDatabase, until, watchStatements } from '@funnel/testing';
import { ask, type Body, codeOf, type Query } from './support/ask.ts';
import { importAll, NOW } from './support/catalog.ts';
import { randomEvents, uuid, wireEvent } from './support/events.ts';

let testDatabase: TestDatabase;
/** Counts the statements that it sends. */
let database: Database;
let statements = 0;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await importAll(testDatabase.database);
  const events = randomEvents({ count: 300, seed: 3, from: '2026-10-01', to: '2026-11-13', visitors: 40 });
  await recordEvents(
    testDatabase.database,
    events.map((event) => wireEvent(event)),
    { now: NOW },
  );
  database = watchStatements(testDatabase.database, (text) => {
    // Stating the websites of a transaction is sent along.
    if (!text.startsWith('select set_config')) statements += 1;
  });
});
afterAll(() => testDatabase.drop());
beforeEach(() => database.memory.clear());

const QUESTION: Query = { website_id: 1, timeframe: 'last_30_days' };

/** On Citus, reading the websites takes several statements, so that one cannot tell. */
const RECALLED = isOnCitus ? expect.any(Boolean) : true;

async function answered(query: Query = QUESTION, now = NOW): Promise<{ body: Body; isRecalled: boolean }> {
  statements = 0;
  const body = await ask({ database, now }, 'get_website_report', query);
  // Only the websites were read.
  return { body, isRecalled: statements === 1 };
}

let number = 0;
async function sendView(websiteId: number): Promise<void> {
  number += 1;
  const view = {
    event_id: uuid(66, number),
    type: 'view',
    website_id: websiteId,
    visitor_token: uuid(67, number),
    occurred_at: '2026-11-12T10:00:00Z',
  };
  expect(await recordEvents(testDatabase.database, [view], { now: NOW })).toMatchObject({ recorded: 1 });
}

test('a question that is asked again takes one statement', async () => {
  const first = await answered();
  expect(first.isRecalled).toBe(false);
  expect(await answered()).toEqual({ body: first.body, isRecalled: RECALLED });
});

test('another question, website or day is answered anew', async () => {
  await answered();
  expect(await answered({ ...QUESTION, count_type: 'total' })).toMatchObject({ isRecalled: false });
  expect(await answered({ ...QUESTION, website_id: 2 })).toMatchObject({ isRecalled: false });
  expect(await answered(QUESTION, new Date('2026-11-15T00:00:00Z'))).toMatchObject({ isRecalled: false });
});

test('a new event is in the very next answer; one of another website changes nothing', async () => {
  const { body } = await answered();
  for (let more = 1; more <= 20; more++) {
    await sendView(1);
    const next = await answered();
    expect(next.body.data.metrics.views).toBe(body.data.metrics.views + more);
  }
  await sendView(2);
  expect(await answered()).toMatchObject({ isRecalled: RECALLED });
});

test('a fold, and a change of the catalog, ask the database again', async () => {
  const { body } = await answered();
  await foldPending(testDatabase.database, { minEvents: 1 });
  expect(await answered()).toEqual({ body, isRecalled: false });
  const catalog = { websites: [{ id: 1, name: 'renamed.example' }] };
  await importCatalog(testDatabase.database, catalog, { encryptionKey: new Uint8Array(32), now: NOW });
  const renamed = await answered();
  expect(renamed.body.website.name).toBe('renamed.example');
});

test('a token for other websites never gets a remembered answer', async () => {
  await answered();
  expect(await codeOf({ database, websiteIds: [2] }, 'get_website_report', QUESTION)).toBe('not_found');
});

test('requests at the same time share statements, and each gets the answer to its own question', async () => {
  const questions = Array.from({ length: 40 }, (_, index) => ({ ...QUESTION, website_id: (index % 2) + 1 }));
  const expected = [await answered(questions[0]), await answered(questions[1])].map(({ body }) => body);
  statements = 0;
  const bodies = await Promise.all(
    questions.map((query) => ask({ database, now: NOW }, 'get_website_report', query)),
  );
  expect(bodies).toEqual(questions.map((_, index) => expected[index % 2]));
  if (!isOnCitus) expect(statements).toBe(1);
});

test('an event that is recorded while others read is in every answer that is asked for afterwards', async () => {
  const { body } = await answered();
  const readers = Array.from({ length: 8 }, async () => {
    for (let round = 0; round < 15; round++)
      await ask({ database, now: NOW }, 'get_website_report', QUESTION);
  });
  for (let more = 1; more <= 20; more++) {
    await sendView(1);
    const next = await ask({ database, now: NOW }, 'get_website_report', QUESTION);
    expect(next.data.metrics.views).toBe(body.data.metrics.views + more);
  }
  await Promise.all(readers);
});

test('a statement that fails is an error for those who share it, and for nobody else', async () => {
  const { body } = await answered();
  const failing = watchStatements(testDatabase.database, () => {
    statements += 1;
    if (statements === 1) throw new Error('connection lost');
  });
  statements = 9;
  await ask({ database: failing, now: NOW }, 'get_website_report', QUESTION);
  statements = 0;
  const askFailing = () => ask({ database: failing, now: NOW }, 'get_website_report', QUESTION);
  const sharing = Array.from({ length: 5 }, askFailing);
  await until(async () => expect(statements).toBe(1));
  const later = Array.from({ length: 2 }, askFailing);
  const results = await Promise.allSettled([...sharing, ...later]);
  expect(results.map(({ status }) => status)).toEqual([
    ...Array<string>(5).fill('rejected'),
    ...Array<string>(2).fill('fulfilled'),
  ]);
  expect(await ask({ database: failing, now: NOW }, 'get_website_report', QUESTION)).toEqual(body);
});
