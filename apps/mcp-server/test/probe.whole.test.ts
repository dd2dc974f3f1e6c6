import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { CAMPAIGN_QUESTIONS } from './probes/campaign-questions.ts';
import { FUNNEL_QUESTIONS } from './probes/funnel-questions.ts';
import { TRAPS } from './probes/traps.ts';
import { WEBSITE_QUESTIONS } from './probes/website-questions.ts';
import { SHOP, WEBSITE_IDS, websiteIdOf } from './support/agency/agency-catalog.ts';
import { Agent } from './support/agency/agent.ts';
import { AGENCY_DATA } from './support/agency/agency-data.ts';
import { agencyEvents } from './support/agency/agency-events.ts';
import { createRecount } from './support/agency/recount.ts';
import { startToolServer, type ToolServer } from './support/tool-server.ts';

/** It takes five calls to get down to an element; no question needs more. */
const MAX_CALLS = 5;

let server: ToolServer;
const recount = createRecount(agencyEvents());
const clients = new Map<string, Client>();

beforeAll(async () => {
  server = await startToolServer({ data: AGENCY_DATA });
  for (const [name, websiteIds] of [
    ['shop', [websiteIdOf(SHOP)]],
    ['agency', WEBSITE_IDS],
  ] as const) {
    const client = await server.client((await server.token({ websiteIds: [...websiteIds] })).token);
    await client.listTools();
    clients.set(name, client);
  }
});
afterAll(async () => {
  for (const client of clients.values()) await client.close();
  await server.stop();
});

function agentWith(token: string): Agent {
  const client = clients.get(token);
  if (!client) throw new Error(`There is no token for ${token}`);
  return new Agent(client);
}

test.each([...WEBSITE_QUESTIONS, ...CAMPAIGN_QUESTIONS, ...FUNNEL_QUESTIONS])(
  '$question',
  async ({ token, path, truth }) => {
    const agent = agentWith(token);
    const answer = await path(agent);
    expect(answer).toEqual(truth(recount));
    // An answer of only zeroes would also match a broken report.
    expect(JSON.stringify(answer)).toMatch(/:[1-9]|\["/);
    expect(agent.calls).toBeLessThanOrEqual(MAX_CALLS);
  },
);

test.each(TRAPS)('explains how to fix $trap', async ({ token, call, code, status, says, fixed }) => {
  const agent = agentWith(token);
  const problem = await agent.rejected(...call(agent));
  expect(problem).toMatchObject({ code, status });
  expect(problem.detail).toMatch(says);
  for (const [tool, args] of await fixed(problem, agent))
    expect(await agent.call(tool, args)).toBeInstanceOf(Object);
});
