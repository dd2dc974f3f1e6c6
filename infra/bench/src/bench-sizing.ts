import { setTimeout as sleep } from 'node:timers/promises';
import { migrateDatabase } from '@funnel/admin';
import type { Database } from '@funnel/db';
import { createUser, hashPassword } from '@funnel/identity';
import { startServices, toolCall } from '@funnel/local';
import { signInToDashboard } from '@funnel/testing';
import { type BenchContext, say } from './bench-context.ts';
import { issueToken, openBench } from './bench-database.ts';
import { ingestBenchEvents, linesOf, loadCatalog, newEvents, TWO_OF_EACH } from './data/bench-data.ts';
import { expectAnswer, HttpCallers, type HttpTarget } from './performance/measure/http-callers.ts';
import { type Usage, usageDuring } from './usage.ts';

const CAMPAIGNS = 50;
const EVENTS = 100_000;
const CALLERS = 16;
const BATCH = 100;
const SETTLE_MS = 5_000;

/**
 * `npm run -s bench -- sizing [SECONDS]`: memory and processor of each service, idle and under load, as docs/operate/sizing.md lists them. The
 * callers run on the same machine, so the rates are lower than what a service can do alone.
 */
export async function benchSizing(context: BenchContext, [seconds = '30']: string[]): Promise<void> {
  const durationMs = Number(seconds) * 1000;
  await migrateDatabase(context.databaseUrl);
  const database = openBench(context.databaseUrl);
  context.defer(() => database.close());
  await loadCatalog(database, 1, () => ({ campaigns: CAMPAIGNS, ...TWO_OF_EACH }));
  await ingestBenchEvents(database, context.folder, { events: EVENTS, campaigns: CAMPAIGNS, days: 60 });
  const services = await startServices({ ...context, env: { RATE_LIMIT_PER_WEBSITE: '0' } });
  context.defer(() => services.stop());
  const {
    REST_API_RESOURCE: rest,
    MCP_SERVER_RESOURCE: mcp,
    EVENT_INTAKE_RESOURCE: intake,
    DASHBOARD_URL: dashboard,
  } = services.addresses;
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
  const restToken = await issueToken(database, { resource: rest, scopes: ['reports'] });
  const mcpToken = await issueToken(database, { resource: mcp, scopes: ['reports'] });
  const question = 'reports/website?timeframe=last_30_days&group_by=day';
  const targets: Record<string, HttpTarget> = {
    'reports over REST': {
      url: `${rest}/api/v1/${question}`,
      headers: { authorization: `Bearer ${restToken}` },
    },
    'questions of pages': {
      url: `${dashboard}/data/${question}`,
      headers: await signIn(database, dashboard),
    },
    'tool calls': { url: mcp, ...toolCall(mcpToken, 'get_campaign_report', { id: 1 }) },
  };
  for (const [phase, target] of Object.entries(targets)) {
    await expectAnswer(callers, target);
    await measure(phase, () => callers.paceOf(target, durationMs));
  }
  const token = await issueToken(database, { resource: intake, scopes: ['events:write'] });
  await measure(`events in batches of ${BATCH}`, () =>
    sendEvents(callers, `${intake}/v1/events`, token, durationMs),
  );
}

/** Adds a person, who signs in to the dashboard. */
async function signIn(database: Database, url: string): Promise<Record<string, string>> {
  const person = { email: 'bench@example.com', password: 'correct horse battery' };
  const passwordHash = await hashPassword(person.password);
  await createUser(database, { email: person.email, passwordHash, accountId: 1, isVerified: true });
  return signInToDashboard(url, person);
}

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
      const body = linesOf(newEvents(BATCH, { websites: 1, campaigns: CAMPAIGNS }));
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
