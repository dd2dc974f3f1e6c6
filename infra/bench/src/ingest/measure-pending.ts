import { migrateDatabase } from '@funnel/admin';
import { type Database, openDatabase } from '@funnel/db';
import { readBacklog, recordEvents } from '@funnel/ingest';
import { operationOf, runOperation, type ToolName } from '@funnel/operations';
import { ingestBenchEvents, loadBenchCatalog } from '../bench-data.ts';
import { benchPrincipal } from '../bench-principal.ts';
import { quantile, ratios, spreadOf } from '../performance/measure/statistics.ts';
import { inTurns, timeOf } from '../performance/measure/turns.ts';
import type { Row } from '../performance/report/row.ts';
import { formatValue } from '../performance/report/table.ts';
import { say } from '../performance/say.ts';
import { newEvents } from './events.ts';

const CAMPAIGNS = 200;
const PENDING = 5_000;
const AT_MOST = 1.3;

const QUESTIONS: readonly { title: string; tool: ToolName; raw: Record<string, unknown> }[] = [
  { title: 'website, 30 days', tool: 'get_website_report', raw: { timeframe: 'last_30_days' } },
  {
    title: 'website, 90 days by day with previous period',
    tool: 'get_website_report',
    raw: { timeframe: 'last_90_days', group_by: 'day', previous_period: true },
  },
  { title: 'one campaign, 30 days', tool: 'get_campaign_report', raw: { id: 1, timeframe: 'last_30_days' } },
  {
    title: 'campaigns by views, 30 days',
    tool: 'list_campaigns',
    raw: { timeframe: 'last_30_days', sort: 'views' },
  },
  { title: 'website, all time', tool: 'get_website_report', raw: { timeframe: 'all_time' } },
];

/** Reports of a website with pending events, compared with the same website without. */
export async function measurePending(
  { databaseUrl, folder }: { databaseUrl: string; folder: string },
  { events, rounds }: { events: number; rounds: number },
): Promise<Row[]> {
  const [quietUrl, liveUrl] = await twoDatabases(databaseUrl, folder, events);
  const open = (url: string) => openDatabase({ url, applicationName: 'funnel-bench', reusePlans: true });
  const [quiet, live] = [open(quietUrl), open(liveUrl)];
  try {
    const sent = newEvents(PENDING, { websites: 1, campaigns: CAMPAIGNS });
    for (let from = 0; from < sent.length; from += 100)
      await recordEvents(live, sent.slice(from, from + 100), { now: new Date() });
    const rows: Row[] = [];
    for (const { title, tool, raw } of QUESTIONS) {
      say(`${title}, with and without pending events`);
      const measured = await inTurns(
        {
          first: () => {
            for (const { memory } of [quiet, live]) memory.clear('answers');
            return timeOf(() => ask(quiet, tool, raw));
          },
          again: () => timeOf(() => ask(quiet, tool, raw)),
          // One more event before every question: nothing that was remembered is still complete.
          growing: async () => {
            await recordEvents(live, newEvents(1, { websites: 1, campaigns: CAMPAIGNS }), {
              now: new Date(),
            });
            return timeOf(() => ask(live, tool, raw));
          },
          pending: () => timeOf(() => ask(live, tool, raw)),
        },
        { rounds, warmUps: 30 },
      );
      const median = (values: readonly number[]) => formatValue(quantile(values, 0.5), 'ms');
      const row = (what: string, values: readonly number[], without: readonly number[]): Row => ({
        what: `${title}, ${what}, time`,
        against: 'without pending events',
        unit: 'times',
        target: { atMost: AT_MOST },
        measured: spreadOf(ratios(values, without)),
        detail: `${median(values)} against ${median(without)}`,
      });
      rows.push(
        row('5,000 pending events, asked again', measured.pending, measured.again),
        row('5,000 pending events and one more each time', measured.growing, measured.first),
      );
    }
    const { events: left } = await readBacklog(live);
    if (left < PENDING) throw new Error(`Only ${left} events are pending`);
    return rows;
  } finally {
    await Promise.all([quiet.close(), live.close()]);
  }
}

async function twoDatabases(databaseUrl: string, folder: string, events: number): Promise<[string, string]> {
  const urlOf = (name: string) => Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href;
  const [quiet, live] = [urlOf('quiet'), urlOf('live')];
  const admin = openDatabase({ url: databaseUrl, applicationName: 'funnel-bench', maxConnections: 1 });
  try {
    await admin.sql.unsafe('create database quiet');
    await migrateDatabase(quiet);
    await loadBenchCatalog(quiet, CAMPAIGNS);
    say(`loading ${events.toLocaleString('en')} events of a year`);
    const database = openDatabase({ url: quiet, applicationName: 'funnel-bench' });
    await ingestBenchEvents(database, folder, { events, campaigns: CAMPAIGNS, days: 365 });
    await database.sql.unsafe('vacuum analyze');
    await database.close();
    await admin.sql.unsafe('create database live template quiet');
  } finally {
    await admin.close();
  }
  return [quiet, live];
}

const principal = benchPrincipal(1);

async function ask(database: Database, tool: ToolName, raw: Record<string, unknown>): Promise<void> {
  await runOperation(operationOf(tool), { database, principal, raw, now: new Date() });
}
