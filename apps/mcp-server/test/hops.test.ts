import type { Database } from '@funnel/db';
import { type WatchedStatement, watchStatements } from '@funnel/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { askModern } from './support/modern-message.ts';
import { startToolServer, type ToolServer } from './support/tool-server.ts';

/** Innermost first; the protocol's handler comes last. */
const SHARED = [
  'packages/db/src/connection/statement.ts',
  'packages/metrics/src/read-metrics.ts',
  'packages/operations/src/reports/campaign/campaign.report.ts',
  'packages/operations/src/compute-answer.ts',
  'packages/operations/src/run-operation.ts',
  'apps/mcp-server/src/tools/call-tool.ts',
  'apps/mcp-server/src/protocol/methods.ts',
];
const CALL = { name: 'get_campaign_report', arguments: { id: 101 } };

let statements: WatchedStatement[] = [];
let server: ToolServer;
let watched: Database;
let token: string;
beforeAll(async () => {
  server = await startToolServer({
    wrap: (database) => (watched = watchStatements(database, (statement) => statements.push(statement))),
  });
  ({ token } = await server.token({ websiteIds: [11] }));
});
beforeEach(() => {
  statements = [];
  watched.memory.clear();
});
afterAll(() => server.stop());

const filesOfReport = () => statements.find(({ text }) => text.includes('first_subject'))?.files;

test('a tool call passes at most eight source files between the socket and its SQL file (2026-07-28)', async () => {
  await askModern(server, token, 'tools/call', CALL);
  expect(filesOfReport()).toEqual([...SHARED, 'apps/mcp-server/src/protocol/modern/answer-modern.ts']);
});

test('a tool call of an older client passes at most eight as well', async () => {
  await server.post(token, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: CALL });
  expect(filesOfReport()?.slice(0, SHARED.length)).toEqual(SHARED);
  expect(filesOfReport()?.length).toBeLessThanOrEqual(SHARED.length + 1);
});
