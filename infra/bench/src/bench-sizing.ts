import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@funnel/db';
import { trustedWebsiteId } from '@funnel/domain';
import { issuePersonalToken } from '@funnel/identity';
import { type ServiceGroup, startServices, toolCall } from '@funnel/local';
import type { BenchContext } from './bench-context.ts';
import { ingestBenchEvents, loadBenchCatalog } from './bench-data.ts';
import { newEvents } from './ingest/events.ts';
import { expectAnswer, HttpCallers, type HttpTarget } from './performance/measure/http-callers.ts';
import { say } from './performance/say.ts';
import { type Usage, usageDuring } from './sizing/usage.ts';

const CAMPAIGNS = 50;
const EVENTS = 100_000;
const CALLERS = 16;
const BATCH = 100;
const SETTLE_MS = 5_000;

/**
 * `npm run -s bench -- sizing [SECONDS]`: memory and processor of each service, idle and under load, as docs/operate/deploy.md lists them. The
 * callers run on the same machine, so the rates are lower than what a service can do alone.
 */
export async function benchSizing(context: BenchContext, [seconds = '30']: string[]): Promise<void> {
  const durationMs = Number(seconds) * 1000;
  await loadBenchCatalog(context.databaseUrl, CAMPAIGNS);
  const database = openDatabase({ url: context.databaseUrl, applicationName: 'funnel-bench' });
  context.defer(() => database.close());
  await ingestBenchEvents(database, context.folder, { events: EVENTS, campaigns: CAMPAIGNS, days: 60 });
  const services = await startServices({ ...context, env: { RATE_LIMIT_PER_WEBSITE: '0' } });
  context.defer(() => services.stop());
  const tokenFor = async (resource: string, scopes: string[]) => {
    const owner = { userId: null, name: 'bench', lifeSeconds: 86_400, websiteIds: [trustedWebsiteId(1)] };
    return (await issuePersonalToken(database, { ...owner, scopes, resource })).token;
  };
  const callers = new HttpCallers(CALLERS);
  context.defer(() => callers.close());

  await sleep(SETTLE_MS);
  const measure = async (phase: string, work: () => Promise<number>) => {
    say(phase);
    let perSecond = 0;
    const usage = await usageDuring(services.urls, async () => {
      perSecond = await work();
    });
    print(phase, perSecond, usage);
  };
  await measure('idle', async () => {
    await sleep(durationMs);
    return 0;
  });
  const [rest, mcp] = [await restTarget(services, tokenFor), await mcpTarget(services, tokenFor)];
  for (const [phase, target] of [['reports over REST', rest] as const, ['tool calls', mcp] as const]) {
    await expectAnswer(callers, target);
    await measure(phase, async () => (await callers.loadFor(target, durationMs)).perSecond);
  }
  const { EVENT_INTAKE_RESOURCE: intake } = services.addresses;
  const token = await tokenFor(intake, ['events:write']);
  await measure(`events in batches of ${BATCH}`, () =>
    sendEvents(callers, `${intake}/v1/events`, token, durationMs),
  );
}

async function restTarget(services: ServiceGroup, tokenFor: TokenMaker): Promise<HttpTarget> {
  const { REST_API_RESOURCE: rest } = services.addresses;
  const token = await tokenFor(rest, ['reports']);
  const query = 'timeframe=last_30_days&group_by=day';
  return { url: `${rest}/api/v1/reports/website?${query}`, headers: { authorization: `Bearer ${token}` } };
}

async function mcpTarget(services: ServiceGroup, tokenFor: TokenMaker): Promise<HttpTarget> {
  const { MCP_SERVER_RESOURCE: url } = services.addresses;
  return { url, ...toolCall(await tokenFor(url, ['reports']), 'get_campaign_report', { id: 1 }) };
}

type TokenMaker = (resource: string, scopes: string[]) => Promise<string>;

/** Sends new events without a pause; returns the events for each second. */
async function sendEvents(
  callers: HttpCallers,
  url: string,
  token: string,
  durationMs: number,
): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' };
  const until = performance.now() + durationMs;
  let recorded = 0;
  const send = async () => {
    while (performance.now() < until) {
      const events = newEvents(BATCH, { websites: 1, campaigns: CAMPAIGNS });
      const body = events.map((event) => `${JSON.stringify(event)}\n`).join('');
      await expectAnswer(callers, { url, method: 'POST', headers, body });
      recorded += BATCH;
    }
  };
  await Promise.all(Array.from({ length: callers.count }, send));
  return recorded / (durationMs / 1000);
}

/** `cpu_ms`: processor time for one request or event, which other work on the machine hardly changes. */
function print(phase: string, perSecond: number, usage: ReadonlyMap<string, Usage>): void {
  const rows = [...usage].map(([app, { megabytes, cores }]) => {
    const each = perSecond > 0 && { cpu_ms: Number(((1000 * cores) / perSecond).toFixed(3)) };
    return [app, { megabytes, cores, ...each }];
  });
  console.log(JSON.stringify({ phase, per_second: Math.round(perSecond), ...Object.fromEntries(rows) }));
}
