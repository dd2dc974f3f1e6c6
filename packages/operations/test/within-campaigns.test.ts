import type { Database } from '@funnel/db';
import { ServiceError } from '@funnel/domain';
import { recordEvents } from '@funnel/ingest';
import { createTestDatabase, type TestDatabase } from '@funnel/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { OPERATIONS, operationOf, runOperation, type ToolName } from '../src/index.ts';
import { ask, principalOf, type Query } from './support/ask.ts';
import { catalog, importAll, NOW } from './support/catalog.ts';
import { randomEvents, wireEvent } from './support/events.ts';

const WEBSITE = 1;
const [SHOWN, HIDDEN] = catalog.campaigns.filter(({ website_id }) => website_id === WEBSITE);
if (!SHOWN || !HIDDEN) throw new Error('the catalog needs two campaigns');

/** The ids of a campaign and of everything below it, by the report that takes them. */
function idsOf({ id, variants }: (typeof catalog.campaigns)[number]): [ToolName, number][] {
  const below = variants.flatMap((variant) => [
    ['get_variant_report', variant.id] as [ToolName, number],
    ...variant.steps.flatMap((step) => [
      ['get_step_report', step.id] as [ToolName, number],
      ...step.elements.map(({ id: element }): [ToolName, number] => ['get_element_report', element]),
    ]),
  ]);
  return [['get_campaign_report', id], ...below];
}

let testDatabase: TestDatabase;
let database: Database;
/** With the rights of the REST API: what is not stated is not seen. */
let service: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  service = testDatabase.openAs('rest-api');
  await importAll(database, catalog);
  const options = { count: 400, seed: 5, from: '2026-10-01', to: '2026-11-13', visitors: 30 };
  await recordEvents(
    database,
    randomEvents(options).map((event) => wireEvent(event)),
    { now: NOW },
  );
});
afterAll(() => testDatabase.drop());

/** The answer to somebody who may only see these campaigns, or the error. */
async function shown(campaignIds: readonly number[], name: string, raw: Query) {
  const principal = { ...principalOf([WEBSITE]), campaignIds, scopes: new Set(['reports'] as const) };
  const operation = OPERATIONS.find((one) => one.name === name) ?? operationOf('list_websites');
  try {
    const { body } = await runOperation(operation, { database: service, principal, raw, now: NOW });
    return JSON.parse(JSON.stringify(body)) as unknown;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.status;
  }
}

test('the campaign and everything below it is answered as to others', async () => {
  const reports = idsOf(SHOWN);
  expect(new Set(reports.map(([tool]) => tool)).size).toBe(4);
  for (const [tool, id] of reports) {
    const raw = { id: String(id), timeframe: 'last_30_days' };
    expect(await shown([SHOWN.id], tool, raw)).toEqual(
      await ask({ database, websiteIds: [WEBSITE] }, tool, raw),
    );
  }
});

test('ids of other campaigns do not exist, also when their answers are remembered', async () => {
  const others = catalog.campaigns.filter(({ id, website_id }) => id !== SHOWN.id || website_id !== WEBSITE);
  for (const [tool, id] of [...others.flatMap(idsOf), ['get_variant_report', 999_999] as const]) {
    const raw = { id: String(id), timeframe: 'last_30_days' };
    // Asked by somebody who may, so that the answer is in memory.
    await ask({ database, websiteIds: [1, 2, 3] }, tool, { ...raw, website_id: WEBSITE }).catch(
      () => undefined,
    );
    expect([tool, id, await shown([SHOWN.id], tool, raw)]).toEqual([tool, id, 404]);
  }
});

test('every other operation is refused, and a token for no campaign shows nothing', async () => {
  const within = new Set<string>(idsOf(SHOWN).map(([tool]) => tool));
  for (const { name, example } of OPERATIONS) {
    if (within.has(name)) continue;
    expect([name, await shown([SHOWN.id], name, { ...example.parameters, website_id: WEBSITE })]).toEqual([
      name,
      403,
    ]);
  }
  for (const [tool, id] of idsOf(SHOWN)) {
    expect(await shown([], tool, { id: String(id), timeframe: 'last_30_days' })).toBe(404);
  }
});

test('a mistake is reported, and another website does not exist', async () => {
  expect(await shown([SHOWN.id], 'get_campaign_report', { id: 'x' })).toBe(422);
  expect(await shown([SHOWN.id], 'get_campaign_report', { id: SHOWN.id, website_id: 2 })).toBe(404);
});
