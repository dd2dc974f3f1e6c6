import { createHash } from 'node:crypto';
import { ServiceError } from '@funnel/domain';
import { TOOL_OPERATIONS, type ToolName, runOperation } from '@funnel/operations';
import { NOW } from '@funnel/fixtures';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { problemOf, principal, startToolServer, type ToolServer } from './support/tool-server.ts';

const WINDOW = ['website_id', 'timeframe', 'range_start', 'range_end', 'count_type', 'previous_period'];
const SUBJECT = ['id', 'group_by', ...WINDOW];
/** Written out: these tools and parameters must not change. New tools may be added. */
const PARAMETERS: Partial<Record<ToolName, string[]>> = {
  list_websites: [],
  get_website_report: ['group_by', ...WINDOW],
  get_website_insights: ['website_id'],
  list_campaigns: ['page', 'per_page', 'sort', 'cta_type', 'status', ...WINDOW],
  get_campaign_report: SUBJECT,
  list_experiments: ['limit', ...WINDOW],
  get_variant_report: SUBJECT,
  get_step_report: SUBJECT,
  get_element_report: SUBJECT,
  get_account_performance: ['website_id', 'website_ids', 'timeframe', 'range_start', 'range_end'],
};

let server: ToolServer;
let one: Client;
let two: Client;

beforeAll(async () => {
  server = await startToolServer();
  one = await server.client((await server.token({ websiteIds: [11] })).token);
  two = await server.client((await server.token({ websiteIds: [11, 12] })).token);
  await one.listTools();
  await two.listTools();
});
afterAll(async () => {
  await one.close();
  await two.close();
  await server.stop();
});

test('lists every tool with its parameters and all four hints', async () => {
  const { tools } = await one.listTools();
  expect(tools.map(({ name }) => name)).toEqual(TOOL_OPERATIONS.map(({ name }) => name));
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(PARAMETERS)));
  for (const tool of tools) {
    expect(tool.annotations).toEqual({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
    expect(tool.inputSchema.type).toBe('object');
    const names = Object.keys(tool.inputSchema.properties ?? {});
    const written = PARAMETERS[tool.name as ToolName];
    if (written) expect(names.toSorted()).toEqual(written.toSorted());
    for (const [parameter, schema] of Object.entries(tool.inputSchema.properties ?? {}))
      expect({ tool: tool.name, parameter, ...schema }).toMatchObject({
        description: expect.stringMatching(/./),
      });
    expect(tool.inputSchema.required).toEqual(names.includes('id') ? ['id'] : undefined);
    expect(tool.outputSchema?.type).toBe('object');
    expect(JSON.stringify(tool)).not.toContain('"additionalProperties":false');
  }
});

test.each(TOOL_OPERATIONS.map((operation) => [operation.name, operation] as const))(
  '%s returns the body of its report, as structure and as compact JSON',
  async (name, operation) => {
    const raw = operation.example.parameters;
    const result = await one.callTool({ name, arguments: raw });
    expect(result.isError).toBeUndefined();
    const request = { database: server.database, principal: principal([11]), raw, now: NOW };
    const { body } = await runOperation(operation, request);
    expect(result.structuredContent).toEqual(body);
    const [json, ...notes] = result.content as { type: string; text: string }[];
    expect(json).toEqual({ type: 'text', text: JSON.stringify(body) });
    expect(notes.length).toBe(name === 'list_websites' ? 0 : 1);
    for (const { type, text } of notes)
      expect({ type, text }).toEqual({
        type: 'text',
        text: expect.stringMatching(/^Notes on this answer:\n- [a-z_]+: /),
      });
  },
);

test('returns what the report returns for random parameters, errors included', async () => {
  const random = randomOf(20_261_114);
  const pick = <Value>(values: readonly Value[]): Value => {
    const [value] = values.slice(random(values.length)) as [Value];
    return value;
  };
  const choices: Record<string, readonly unknown[]> = {
    id: [101, 201, '203', 301, 401, 102, 0, 'x', null, 999_999],
    website_id: [11, 12, '12', 21, -1, 'x', null, 11.5],
    website_ids: [[11], [11, 12], [], ['x'], [21], '11,12'],
    timeframe: ['last_7_days', 'this_month', 'all_time', 'insights_week', 'custom', 'yesterday', '', 7],
    range_start: ['2026-11-01', '2026-02-30', '2025-01-01', null],
    range_end: ['2026-11-14', '2026-10-01', undefined],
    count_type: ['distinct', 'total', 'unique'],
    previous_period: [true, 'false', 1, 'maybe'],
    group_by: ['day', 'week', 'hour', null],
    page: [1, 2, 0],
    per_page: [1, 500, '5'],
    limit: [1, 'x'],
    sort: ['revenue', 'aov', 'name'],
    cta_type: ['bar', 'none', 5],
    status: ['live', 'archived', 'draft'],
    unknown: ['ignored'],
  };
  const codes = new Map<string, number>();
  for (let round = 0; round < 150; round++) {
    const operation = pick(TOOL_OPERATIONS);
    const names = Object.keys(choices).filter((name) =>
      name === 'id' ? 'id' in operation.parameters : random(4) === 0,
    );
    // JSON has no undefined.
    const drawn = Object.fromEntries(names.map((name) => [name, pick(choices[name] ?? [])]));
    const raw = JSON.parse(JSON.stringify(drawn)) as Record<string, unknown>;
    const websites = pick([[11], [11, 12]]);
    const client = websites.length === 1 ? one : two;
    const request = { database: server.database, principal: principal(websites), raw, now: NOW };
    const expected = await runOperation(operation, request).then(
      ({ body }) => body,
      (error: unknown) => error,
    );
    const result = await client.callTool({ name: operation.name, arguments: raw });
    if (expected instanceof ServiceError) {
      const { code, detail, parameter, allowed } = expected;
      const problem = problemOf(result);
      expect(problem).toMatchObject({ code, status: expected.status });
      expect([problem['parameter'], problem['allowed']]).toEqual([parameter, allowed]);
      expect(problem['detail']).toBe(detail);
      codes.set(code, (codes.get(code) ?? 0) + 1);
    } else {
      expect(result.structuredContent).toEqual(expected);
      codes.set('ok', (codes.get('ok') ?? 0) + 1);
    }
  }
  expect(codes.get('ok')).toBeGreaterThan(20);
  expect(codes.size).toBeGreaterThan(8);
});

describe('an error that the caller can fix is a problem object that says how', () => {
  test('no snapshot yet: 404', async () => {
    const result = await two.callTool({ name: 'get_website_insights', arguments: { website_id: 12 } });
    expect(problemOf(result)).toMatchObject({ status: 404, code: 'not_found', instance: expect.any(String) });
  });

  test('a website that the token does not cover: the same 404 as for an unknown one', async () => {
    const ask = async (website_id: number) => {
      const { instance: _instance, ...problem } = problemOf(
        await two.callTool({ name: 'get_website_report', arguments: { website_id } }),
      );
      return problem;
    };
    expect(await ask(21)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await ask(21)).toEqual(await ask(99_999));
  });

  test('a missing website_id: 400, with the ids and names to choose from', async () => {
    const problem = problemOf(await two.callTool({ name: 'get_website_report' }));
    expect(problem).toMatchObject({
      status: 400,
      code: 'website_id_required',
      parameter: 'website_id',
      allowed: ['11', '12'],
    });
    const { structuredContent } = await two.callTool({ name: 'list_websites' });
    for (const { id, name } of (structuredContent as { websites: { id: number; name: string }[] }).websites)
      expect(problem['detail']).toContain(`${id} (“${name}”)`);
  });

  test('a website series of more than 92 days: range_too_wide with the limit', async () => {
    const args = { timeframe: 'last_365_days', group_by: 'month' };
    const problem = problemOf(await one.callTool({ name: 'get_website_report', arguments: args }));
    expect(problem).toMatchObject({ status: 422, code: 'range_too_wide' });
    expect(problem['detail']).toContain('at most 92');
  });

  test('more than 400 points: range_too_wide with the grouping that fits', async () => {
    const range = { timeframe: 'custom', range_start: '2024-01-01', range_end: '2026-11-14' };
    const args = { id: 101, ...range, group_by: 'day' };
    const problem = problemOf(await one.callTool({ name: 'get_campaign_report', arguments: args }));
    expect(problem).toMatchObject({
      status: 422,
      code: 'range_too_wide',
      allowed: ['week', 'month', 'quarter', 'year'],
    });
    expect(problem['detail']).toContain('group_by=week fits');
  });

  test('an unknown value: 422 with the valid values', async () => {
    const result = await one.callTool({ name: 'get_website_report', arguments: { group_by: 'hour' } });
    expect(problemOf(result)).toMatchObject({
      status: 422,
      code: 'invalid_group_by',
      parameter: 'group_by',
      allowed: ['day', 'week', 'month', 'quarter', 'year'],
    });
  });
});

test('rejects an unknown tool with -32602 and does not repeat its name', async () => {
  const call = one.callTool({ name: 'drop_everything' });
  await expect(call).rejects.toMatchObject({ code: -32_602 });
  await expect(call).rejects.not.toThrow(/drop_everything/);
});

test('hides the details of an unexpected failure but logs them', async () => {
  const { sql } = server.database;
  await sql`alter table insights_snapshots rename to hidden_snapshots`;
  try {
    const problem = problemOf(await one.callTool({ name: 'get_website_insights' }));
    expect(problem).toMatchObject({ status: 500, code: 'internal_error' });
    expect(JSON.stringify(problem)).not.toMatch(/snapshots|relation/);
    expect(server.logged()).toContain('tool call failed');
    expect(server.logged()).toContain(String(problem['instance']));
  } finally {
    await sql`alter table hidden_snapshots rename to insights_snapshots`;
  }
});

/** A seeded generator of integers below a limit. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('the log line of a call names the tool, the token, the client, the websites and the network', async () => {
  const { token } = await server.token({ websiteIds: [12] });
  const client = await server.client(token);
  await client.callTool({ name: 'list_websites', arguments: {} });
  await client.callTool({ name: 'ann@example.com', arguments: {} }).catch(() => {});
  await client.close();
  const tokenId = createHash('sha256').update(token).digest('hex').slice(0, 8);
  const lines = server
    .logged()
    .split('\n')
    .filter((line) => line.includes(`"tokenId":"${tokenId}"`))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const line of lines)
    expect(line).toMatchObject({ client: 'funnel-tokens', websites: [12], address: '127.0.0.1' });
  expect(lines.flatMap(({ tool }) => tool ?? [])).toEqual(['list_websites']);
  expect(JSON.stringify(lines)).not.toContain('ann@example.com');
});
