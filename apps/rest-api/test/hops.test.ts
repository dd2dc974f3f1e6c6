import { type WatchedStatement, watchStatements } from '@funnel/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type RestApp, startRestApp } from './support/rest-app.ts';

const statements: WatchedStatement[] = [];
let rest: RestApp;
beforeAll(async () => {
  rest = await startRestApp({
    wrap: (database) => watchStatements(database, (statement) => statements.push(statement)),
  });
});
afterAll(() => rest.stop());

test('a report passes six source files between the socket and its SQL file', async () => {
  const { token } = await rest.token({ websiteIds: [11] });
  await rest.get(token, '/reports/campaigns/101').expect(200);
  const rollups = statements.find(({ text }) => text.includes('first_subject'));
  expect(rollups?.files).toEqual([
    'packages/db/src/connection/statement.ts',
    'packages/metrics/src/read-metrics.ts',
    'packages/operations/src/reports/campaign/campaign.report.ts',
    'packages/operations/src/compute-answer.ts',
    'packages/operations/src/run-operation.ts',
    'apps/rest-api/src/routes.ts',
  ]);
});
