import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Readable } from 'node:stream';
import { trustedWebsiteId } from '@funnel/domain';
import type { Database } from '@funnel/db';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { foldPending, importCatalog, ingest, recordEvents, type RefusedLine } from '../src/index.ts';
import { encryptionKey, importTwoWebsites } from './support/catalog.ts';
import { event, NOW } from './support/events.ts';

const HEADER = 'event_id,type,website_id,visitor_token,occurred_at,revenue,currency';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  // Website 1 reports in EUR, website 2 in USD.
  await importTwoWebsites(database);
});
afterAll(() => testDatabase.drop());

const order = (currency?: unknown, more: object = {}) =>
  event({ type: 'order', revenue: 12, ...(currency !== undefined && { currency }), ...more });
const record = (...events: unknown[]) => recordEvents(database, events, { now: NOW });

async function load(text: string) {
  const refused: RefusedLine[] = [];
  const summary = await ingest(database, Readable.from([Buffer.from(text)]), {
    now: () => NOW,
    onRefused: async (lines) => void refused.push(...lines),
  });
  return { summary, refused: refused.map(({ line, code, reason }) => [line, code, reason]) };
}

describe('the currency of an event', () => {
  test('is refused if it is not that of the website, whatever the type, and the rest is recorded', async () => {
    const { recorded, refused } = await record(
      order('EUR'),
      order('JPY'),
      order(),
      order(null),
      order('EUR', { website_id: 2 }),
      order('USD', { website_id: 2 }),
      event({ type: 'view', currency: 'JPY' }),
    );
    expect(recorded).toBe(4);
    expect(refused).toEqual([
      { index: 1, code: 'wrong_currency', reason: 'currency is JPY, but website 1 reports in EUR' },
      { index: 4, code: 'wrong_currency', reason: 'currency is EUR, but website 2 reports in USD' },
      { index: 6, code: 'wrong_currency', reason: 'currency is JPY, but website 1 reports in EUR' },
    ]);
  });

  test('does not tell the currency of a website that the token does not cover', async () => {
    const websiteIds = [trustedWebsiteId(1)];
    const { refused } = await recordEvents(database, [order('JPY', { website_id: 2 })], {
      now: NOW,
      websiteIds,
    });
    expect(refused).toMatchObject([{ code: 'foreign_website' }]);
    expect(JSON.stringify(refused)).not.toContain('USD');
  });

  test('is compared with what the catalog says now, not with what it said before', async () => {
    const websites = (currency: string) => ({
      websites: [{ id: 7, account_id: 1, name: 'seven.example', currency }],
    });
    await importCatalog(database, websites('EUR'), { encryptionKey, now: NOW });
    const [euros, dollars] = [order('EUR', { website_id: 7 }), order('USD', { website_id: 7 })];
    expect((await record(dollars)).refused).toMatchObject([{ code: 'wrong_currency' }]);
    await importCatalog(database, websites('USD'), { encryptionKey, now: NOW });
    expect((await record(euros)).refused).toMatchObject([
      { code: 'wrong_currency', reason: 'currency is EUR, but website 7 reports in USD' },
    ]);
    expect(await record(dollars)).toMatchObject({ recorded: 1, refused: [] });
  });

  test('is checked in NDJSON and in CSV', async () => {
    const lines = [order('JPY'), order('EUR'), order()];
    expect(await load(lines.map((line) => JSON.stringify(line)).join('\n'))).toEqual({
      summary: { read: 3, new: 2, repeated: 0, refused: 1 },
      refused: [[1, 'wrong_currency', 'currency is JPY, but website 1 reports in EUR']],
    });
    const cells = ['JPY', 'EUR', '', 'eur'].map((currency) => {
      const { event_id, visitor_token } = order();
      return `${String(event_id)},order,1,${String(visitor_token)},2026-11-10T09:30:00Z,12,${currency}`;
    });
    expect(await load([HEADER, ...cells].join('\n'))).toEqual({
      summary: { read: 4, new: 2, repeated: 0, refused: 2 },
      refused: [
        [2, 'wrong_currency', 'currency is JPY, but website 1 reports in EUR'],
        [5, 'invalid_event', 'currency must be three capital letters, like EUR'],
      ],
    });
  });
});

describe('the currency of a website', () => {
  const website = (currency: string) => ({
    websites: [{ id: 8, account_id: 1, name: 'eight.example', currency }],
  });
  const owner = { websiteIds: [trustedWebsiteId(8)], now: NOW };
  const operator = { encryptionKey, now: NOW };
  const stored = async () => {
    const [row] = await database.sql`select currency from websites where id = 8`;
    return row?.['currency'] as string;
  };
  const change = (currency: string) => ({ websites: [{ id: 8, currency }] });
  const PROBLEM =
    'websites[0].currency: website 8 has events in GBP, which JPY would relabel; an operator can do that with --relabel-currency';

  test('can change until there are events; then only an operator relabels it, who says so', async () => {
    await importCatalog(database, website('EUR'), operator);
    await importCatalog(database, change('GBP'), owner);
    expect(await stored()).toBe('GBP');
    await record(order('GBP', { website_id: 8 }));
    // Pending at first, then folded and so old that the ledger has forgotten it.
    for (const prepare of [
      async () => undefined,
      async () => {
        await foldPending(database, { minEvents: 1 });
        await database.sql`delete from event_ledger where website_id = 8`;
      },
    ]) {
      await prepare();
      for (const options of [owner, operator])
        await expect(importCatalog(database, change('JPY'), options)).rejects.toThrow(PROBLEM);
    }
    await importCatalog(database, { websites: [{ id: 8, currency: 'GBP', brand: 'Oak' }] }, owner);
    expect(await stored()).toBe('GBP');
    await importCatalog(database, change('JPY'), { ...operator, relabelCurrency: true });
    expect(await stored()).toBe('JPY');
  });
});

describe('a file', () => {
  test('with a misspelt column or key says so, and nothing else changes', async () => {
    const { event_id, visitor_token } = order();
    const line = `${String(event_id)},order,1,${String(visitor_token)},2026-11-10T09:30:00Z,12,EUR`;
    const misspelt = HEADER.replace('revenue', 'revnue').replace('currency', 'Currency');
    expect((await load(`${misspelt}\n${line}\n${line}`)).summary).toEqual({
      read: 2,
      new: 1,
      repeated: 1,
      refused: 0,
      ignored_keys: { revnue: 2, Currency: 2 },
    });
    expect((await load(JSON.stringify(event({ revnue: 1 })))).summary).toEqual({
      read: 1,
      new: 1,
      repeated: 0,
      refused: 0,
      ignored_keys: { revnue: 1 },
    });
  });

  test('with a column twice is not read: only one of the cells would count', async () => {
    await expect(load(`${HEADER},revenue\n`)).rejects.toThrow(
      'The header has these columns more than once: revenue.',
    );
  });
});
