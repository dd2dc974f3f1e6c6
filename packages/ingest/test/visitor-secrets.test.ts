import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Database } from '@funnel/db';
import {
  MissingVisitorSecretError,
  parseDay,
  STANDARD_ERROR,
  trustedWebsiteId,
  visitorKey,
  VisitorSecrets,
} from '@funnel/domain';
import { createTestDatabase, newVisitorToken, type TestDatabase } from '@funnel/testing';
import {
  clearWebsite,
  foldPending,
  importCatalog,
  ingest,
  parseFileInThread,
  recordEvents,
  recordParsedEvents,
} from '../src/index.ts';
import { encryptionKey, importTwoWebsites } from './support/catalog.ts';
import { event, NOW } from './support/events.ts';
import { read } from './support/read.ts';

const SECRET = 'the secret of this installation';
const visitorSecrets = new VisitorSecrets([SECRET]);
const [NAME = ''] = visitorSecrets.names;
/** Both are of the version before; website 3 is created once the secret has begun. */
const [OLD, OTHER, NEW] = [1, 2, 3] as const;
const window = { start: parseDay('2026-11-01') ?? 0, end: parseDay('2026-11-14') ?? 0 };

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  await importTwoWebsites(database);
});
afterAll(() => testDatabase.drop());
beforeEach(async () => {
  await database.sql.unsafe(
    `truncate rollups, event_ledger, pending_events, element_fields, element_products, visitor_secrets;
     update websites set visitor_secret = null;
     update website_activity set version = version + 1, first_day = null`,
  );
  await database.sql`insert into visitor_secrets (fingerprint, begins_on) values (${NAME}, current_date)`;
  await database.sql`delete from website_activity where website_id = ${NEW}`;
  await database.sql`delete from websites where id = ${NEW}`;
  await create(NEW);
});

const create = (id: number) =>
  importCatalog(
    database,
    { websites: [{ id, account_id: 1, name: 'new.example' }] },
    { encryptionKey, now: NOW },
  );
const viewsOf = (website: number, tokens: readonly string[]) =>
  tokens.map((token) => event({ website_id: website, visitor_token: token }));
const record = (events: unknown[], secrets = visitorSecrets) =>
  recordEvents(database, events, { now: NOW, visitorSecrets: secrets });
const load = (events: unknown[], parse?: typeof parseFileInThread) =>
  ingest(database, Readable.from([Buffer.from(events.map((each) => `${JSON.stringify(each)}\n`).join(''))]), {
    now: () => NOW,
    onRefused: async () => {},
    visitorSecrets,
    parse,
  });
const fold = () => foldPending(database, { minEvents: 1 });
const tokens = (count: number) => Array.from({ length: count }, () => newVisitorToken());

async function viewersOf(website: number): Promise<number> {
  const subjects = [{ level: 'website' as const, ids: [website] }];
  const metrics = await read(database.sql, { websiteIds: [website], window, subjects });
  return metrics.of('website', website).current.views;
}

async function secretOf(website: number): Promise<string | null> {
  const [row] = await database.sql<{ visitor_secret: string | null }[]>`
    select visitor_secret from websites where id = ${website}`;
  return row?.visitor_secret ?? null;
}

const pendingVisitors = async (website: number) =>
  (
    await database.sql<{ visitor: number }[]>`
      select visitor from pending_events where website_id = ${website} order by revision, id`
  ).map(({ visitor }) => visitor);

describe('which hash a website has', () => {
  test('a new one has the secret that has begun, those before it have none, and importing them again changes nothing', async () => {
    expect(await Promise.all([OLD, OTHER, NEW].map(secretOf))).toEqual([null, null, NAME]);
    await importTwoWebsites(database);
    await create(NEW);
    expect(await Promise.all([OLD, OTHER, NEW].map(secretOf))).toEqual([null, null, NAME]);
  });

  test('a website that is created before the first day of the secret has none', async () => {
    await database.sql`update visitor_secrets set begins_on = current_date + 1`;
    await create(4);
    expect(await secretOf(4)).toBeNull();
  });

  test('is the same for one event, for a batch, for a file and for generated events', async () => {
    const [one = '', ...some] = tokens(4);
    const all = [one, ...some];
    for (const website of [OLD, NEW]) {
      await record(viewsOf(website, [one]));
      await record(viewsOf(website, some));
      const keyOf = (token: string) =>
        website === NEW ? visitorSecrets.keyOf(token, NAME) : visitorKey(token);
      expect(await pendingVisitors(website)).toEqual(all.map(keyOf));
      await load(viewsOf(website, all));
      await load(viewsOf(website, all), parseFileInThread);
      // A key that the short way does not know: the schema reads it.
      await load(viewsOf(website, all).map((each) => ({ ...each, currency: null })));
      const generated = all.map((visitorToken) => ({
        eventId: randomUUID(),
        type: 'view' as const,
        websiteId: website,
        campaignId: undefined,
        variantId: undefined,
        stepId: undefined,
        elementId: undefined,
        visitorToken,
        day: window.end,
        revenueCents: 0n,
        products: [],
        fields: [],
      }));
      await recordParsedEvents(database, [{ events: generated }], { onRecorded: () => {}, visitorSecrets });
      // Some events are pending, the others are in the rollups: nobody counts twice.
      expect(await viewersOf(website)).toBe(4);
      await fold();
      expect(await viewersOf(website)).toBe(4);
    }
  });

  test('a batch may have events of websites with and without a secret', async () => {
    const some = tokens(50);
    await record([...viewsOf(OLD, some), ...viewsOf(NEW, some), ...viewsOf(OTHER, some)]);
    const plain = some.map((token) => visitorKey(token));
    expect(await pendingVisitors(OLD)).toEqual(plain);
    expect(await pendingVisitors(OTHER)).toEqual(plain);
    expect(await pendingVisitors(NEW)).toEqual(some.map((token) => visitorSecrets.keyOf(token, NAME)));
  });

  test('a website that has data keeps its hash and its counts when the secret begins', async () => {
    const some = tokens(30);
    await database.sql`truncate visitor_secrets`;
    await record(viewsOf(OLD, some), new VisitorSecrets([]));
    await fold();
    await database.sql`insert into visitor_secrets (fingerprint, begins_on) values (${NAME}, current_date)`;
    await record(viewsOf(OLD, [...some, ...tokens(1)]));
    await load(viewsOf(OLD, some));
    expect(await viewersOf(OLD)).toBe(31);
    await fold();
    expect(await viewersOf(OLD)).toBe(31);
  });

  test('each website keeps its own while the secret is replaced', async () => {
    const both = new VisitorSecrets(['a new secret', SECRET]);
    const [first = ''] = both.names;
    await database.sql`
      insert into visitor_secrets (fingerprint, begins_on, created_at) values (${first}, current_date, now() + interval '1 second')`;
    await create(5);
    const some = tokens(3);
    await record([...viewsOf(5, some), ...viewsOf(NEW, some), ...viewsOf(OLD, some)], both);
    expect(await pendingVisitors(5)).toEqual(some.map((token) => both.keyOf(token, first)));
    expect(await pendingVisitors(NEW)).toEqual(some.map((token) => visitorSecrets.keyOf(token, NAME)));
    expect(await pendingVisitors(OLD)).toEqual(some.map((token) => visitorKey(token)));
  });
});

describe('without the secret of a website', () => {
  test('its events fail, one by one, in batches and in files, and nothing is recorded', async () => {
    const some = viewsOf(NEW, tokens(3));
    const none = new VisitorSecrets(['another secret']);
    await expect(record(some.slice(0, 1), none)).rejects.toThrow(MissingVisitorSecretError);
    await expect(record(some, none)).rejects.toThrow(MissingVisitorSecretError);
    const file = Readable.from([Buffer.from(`${JSON.stringify(some[0])}\n`)]);
    const loading = ingest(database, file, { now: () => NOW, onRefused: async () => {} });
    await expect(loading).rejects.toThrow(MissingVisitorSecretError);
    expect(await viewersOf(NEW)).toBe(0);
    expect(await record(some)).toMatchObject({ recorded: 3 });
  });

  test('events of other websites that arrive at the same time are recorded', async () => {
    const none = new VisitorSecrets([]);
    const results = await Promise.allSettled(
      [NEW, OLD, NEW, OLD].map((website) => record(viewsOf(website, tokens(1)), none)),
    );
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
  });
});

describe('a sender who chooses tokens', () => {
  const REGISTERS = 16_384;
  const HIGH_RANK = 128;
  /** For each register of a sketch a token with a high rank, if there is no secret. */
  const chosen = () => {
    const byRegister = new Map<number, string>();
    for (let n = 0; byRegister.size < REGISTERS; n++) {
      const token = `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
      const key = visitorKey(token);
      if (((key >>> 6) & 2047) < HIGH_RANK) byRegister.set(key >>> 17, token);
    }
    return [...byRegister.values()];
  };

  test('raises the distinct count of a website without a secret, and not of one with a secret', async () => {
    const people = [...chosen(), ...Array.from({ length: 4_000 }, () => randomUUID())];
    // Everybody looks twice: a distinct count is never shown higher than the total.
    const views = (website: number) => [1, 2].flatMap(() => viewsOf(website, people));
    await load(views(OLD));
    await load(views(NEW));
    expect(await viewersOf(OLD)).toBe(2 * people.length);
    expect(Math.abs((await viewersOf(NEW)) / people.length - 1)).toBeLessThan(4 * STANDARD_ERROR);
  });
});

describe('a website that is cleared', () => {
  test('is empty, has the secret, and counts each event of a file again, once', async () => {
    const some = tokens(20);
    const events = viewsOf(OLD, some);
    await record(events);
    await fold();
    await record(viewsOf(OLD, some.slice(0, 5)));
    expect(await viewersOf(OLD)).toBe(20);
    await clearWebsite(database, trustedWebsiteId(OLD));
    expect([await viewersOf(OLD), await secretOf(OLD)]).toEqual([0, NAME]);

    expect(await load(events)).toMatchObject({ new: 20 });
    await record(viewsOf(OLD, some));
    expect(await viewersOf(OLD)).toBe(20);
    expect(await load(events)).toMatchObject({ new: 0, repeated: 20 });
  });

  test('leaves the other websites as they are', async () => {
    await record([...viewsOf(OLD, tokens(2)), ...viewsOf(OTHER, tokens(3))]);
    await fold();
    await record(viewsOf(OTHER, tokens(1)));
    await clearWebsite(database, trustedWebsiteId(OLD));
    expect([await viewersOf(OTHER), await secretOf(OTHER)]).toEqual([4, null]);
  });

  test('never mixes both hashes, whatever is recorded meanwhile', async () => {
    const some = tokens(40);
    const state = { isOver: false };
    const sending = Array.from({ length: 4 }, async (_, sender) => {
      while (!state.isOver) {
        if (sender === 0) await load(viewsOf(OLD, some));
        else await record(viewsOf(OLD, sender === 1 ? some.slice(0, 1) : some));
        if (sender === 3) await fold();
      }
    });
    await record(viewsOf(OLD, some));
    await clearWebsite(database, trustedWebsiteId(OLD));
    state.isOver = true;
    await Promise.all(sending);
    await record(viewsOf(OLD, some));
    expect(await viewersOf(OLD)).toBe(40);
    await fold();
    expect(await viewersOf(OLD)).toBe(40);
  });
});
