import { openDatabase } from '@funnel/db';
import { operationOf, runOperation } from '@funnel/operations';
import type { BenchContext } from './bench-context.ts';
import { ingestBenchEvents, loadBenchCatalog } from './bench-data.ts';
import { benchPrincipal } from './bench-principal.ts';

const CAMPAIGNS = 200;
const EVENTS = 200_000;
const TURNS = 200;
/** Notes must not make a report slower than this. */
const MAX_RATIO = 2;

const principal = benchPrincipal(1);

const QUESTIONS = [
  { tool: 'get_website_report', raw: { timeframe: 'last_30_days' } },
  { tool: 'get_website_report', raw: { timeframe: 'last_30_days', previous_period: true } },
  { tool: 'get_website_report', raw: { timeframe: 'last_90_days', previous_period: true, group_by: 'week' } },
  { tool: 'get_campaign_report', raw: { id: 1, timeframe: 'last_30_days' } },
  { tool: 'get_campaign_report', raw: { id: 1, timeframe: 'last_30_days', previous_period: true } },
  { tool: 'get_campaign_report', raw: { id: 1, timeframe: 'last_90_days', previous_period: true } },
  { tool: 'list_experiments', raw: { timeframe: 'last_30_days' } },
] as const;

/** Measures what notes add to a report that is computed anew; fails above the limit. */
export async function benchNotes({ folder, databaseUrl, defer }: BenchContext): Promise<void> {
  await loadBenchCatalog(databaseUrl, CAMPAIGNS);
  const database = openDatabase({ url: databaseUrl, applicationName: 'funnel-bench', reusePlans: true });
  defer(() => database.close());
  await ingestBenchEvents(database, folder, { events: EVENTS, campaigns: CAMPAIGNS, days: 180 });
  const now = new Date();
  const ratios = [];
  for (const { tool, raw } of QUESTIONS) {
    const times: Record<'plain' | 'noted', number[]> = { plain: [], noted: [] };
    // In turns, so that both see the same machine.
    for (let turn = 0; turn < TURNS; turn++) {
      for (const kind of ['plain', 'noted'] as const) {
        database.memory.clear('answers');
        const startedAt = performance.now();
        const notes = kind === 'noted' ? ('always' as const) : undefined;
        await runOperation(operationOf(tool), { database, principal, raw, now, notes });
        times[kind].push(performance.now() - startedAt);
      }
    }
    const [plain, noted] = [fast(times.plain), fast(times.noted)];
    ratios.push(noted / plain);
    console.log(JSON.stringify({ tool, ...raw, plain, noted, ratio: Number((noted / plain).toFixed(2)) }));
  }
  const worst = Math.max(...ratios);
  if (worst > MAX_RATIO)
    throw new Error(`Notes take ${worst.toFixed(2)} times as long; at most ${MAX_RATIO}`);
}

/** The fastest tenth: other work on the machine only adds to it. */
function fast(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return Number((sorted[Math.floor(sorted.length / 10)] ?? 0).toFixed(3));
}
