import { readdirSync } from 'node:fs';
import type { ToolName } from '../../src/index.ts';
import { ACCOUNTS, WEBSITES } from './catalog.ts';
import { type ExpectedQuery, type ExpectedReport, missing } from './expected-parts.ts';
import type { Level, Recount, Recounted, Slot } from './recount.ts';

/** The windows at `NOW`, written out from the rules rather than computed by the service's calendar. */
const WINDOWS: Readonly<Record<string, { from: string; to: string }>> = {
  today: { from: '2026-11-14', to: '2026-11-14' },
  this_week: { from: '2026-11-09', to: '2026-11-14' },
  this_month: { from: '2026-11-01', to: '2026-11-14' },
  this_quarter: { from: '2026-10-01', to: '2026-11-14' },
  this_year: { from: '2026-01-01', to: '2026-11-14' },
  last_24_hours: { from: '2026-11-13', to: '2026-11-14' },
  last_7_days: { from: '2026-11-08', to: '2026-11-14' },
  last_30_days: { from: '2026-10-16', to: '2026-11-14' },
  last_90_days: { from: '2026-08-17', to: '2026-11-14' },
  last_365_days: { from: '2025-11-15', to: '2026-11-14' },
  insights_week: { from: '2026-11-02', to: '2026-11-08' },
};
export const INSIGHTS_WEEK = '2026-11-02';

const LABELS: Readonly<Record<string, string>> = {
  today: 'Today',
  this_week: 'This week',
  this_month: 'This month',
  this_quarter: 'This quarter',
  this_year: 'This year',
  last_24_hours: 'Last 24 hours',
  last_7_days: 'Last 7 days',
  last_30_days: 'Last 30 days',
  last_90_days: 'Last 90 days',
  last_365_days: 'Last 365 days',
  all_time: 'All time',
  insights_week: 'Insights week',
};

const COUNTS = ['views', 'conversions', 'completions', 'submissions', 'subscribes', 'orders'] as const;
const NOTHING: Recounted = {
  views: 0,
  conversions: 0,
  completions: 0,
  submissions: 0,
  subscribes: 0,
  orders: 0,
  cents: 0n,
};

/** The frozen counts of a subject; some subjects have none, as if they had no activity. */
export function frozen(websiteId: number, level: Level, subject: number): Recounted | undefined {
  if (level === 'element') {
    const own = frozenNumbers(websiteId + subject);
    const views = frozen(websiteId, 'step', Math.floor(subject / 10))?.views ?? 0;
    return { ...(subject % 4 === 3 ? NOTHING : own), views };
  }
  return level !== 'website' && subject % 4 === 3 ? undefined : frozenNumbers(websiteId + subject);
}

function frozenNumbers(seed: number): Recounted {
  return {
    views: 100 + (seed % 13),
    conversions: 40 + (seed % 7),
    completions: 20 + (seed % 5),
    submissions: 10 + (seed % 3),
    subscribes: 5 + (seed % 2),
    orders: 3 + (seed % 4),
    cents: BigInt(10_001 + seed * 7),
  };
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

export function daysOf({ from, to }: { from: string; to: string }): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000 + 1;
}

/** A fraction in hundredths, rounded half away from zero. */
function hundredths(numerator: bigint, denominator: bigint): number {
  const sign = numerator < 0n !== denominator < 0n ? -1n : 1n;
  const [n, d] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator];
  const scaled = n * 100n;
  const up = (scaled % d) * 2n >= d ? 1n : 0n;
  const result = sign * (scaled / d + up);
  return result === 0n ? 0 : Number(result) / 100;
}

const percent = (part: number, whole: number) =>
  whole === 0 ? 0 : hundredths(BigInt(part) * 100n, BigInt(whole));

function metricsOf(counts: Recounted): Record<string, number> {
  const { views, conversions, completions, subscribes, orders, cents } = counts;
  return {
    ...Object.fromEntries(COUNTS.map((name) => [name, counts[name]])),
    revenue: Number(cents) / 100,
    conversion_rate: percent(conversions, views),
    completion_rate: percent(completions, views),
    subscribe_rate: percent(subscribes, views),
    order_rate: percent(orders, views),
    aov: orders === 0 ? 0 : hundredths(cents, 100n * BigInt(orders)),
  };
}

/** Changes from the returned values, which are all whole hundredths. */
function changeOf(current: number, previous: number): number | null {
  const [now, before] = [BigInt(Math.round(current * 100)), BigInt(Math.round(previous * 100))];
  return before === 0n ? null : hundredths((now - before) * 100n, before);
}

function blockOf(current: Recounted, previous: Recounted | undefined, without: readonly string[] = []) {
  const pick = (metrics: Record<string, number>) =>
    Object.fromEntries(Object.entries(metrics).filter(([name]) => !without.includes(name)));
  const metrics = pick(metricsOf(current));
  if (!previous) return metrics;
  const before = pick(metricsOf(previous));
  const changes = Object.fromEntries(
    Object.entries(metrics).map(([name, value]) => [name, changeOf(value, before[name] ?? 0)]),
  );
  return { ...metrics, previous: before, changes };
}

function pointOf(date: string, counts: Recounted) {
  return {
    date,
    ...Object.fromEntries(COUNTS.map((name) => [name, counts[name]])),
    revenue: Number(counts.cents) / 100,
  };
}

async function windowOf(
  recount: Recount,
  query: Omit<ExpectedQuery, 'count_type' | 'previous_period'>,
  of: readonly number[],
) {
  if (query.timeframe === 'custom') return { from: query.range_start ?? '', to: query.range_end ?? '' };
  if (query.timeframe === 'all_time') return { from: await recount.firstDay(of), to: '2026-11-14' };
  return WINDOWS[query.timeframe] ?? { from: '', to: '' };
}

/** The body of a report with an envelope, or the code with which it is rejected. */
export async function expectedBody(recount: Recount, tool: ToolName, query: ExpectedQuery): Promise<unknown> {
  const websiteId = query.website_id;
  const window = await windowOf(recount, query, [websiteId]);
  const isFrozen = query.timeframe === 'insights_week';
  const distinct = isFrozen || query.count_type === 'distinct';
  const compares = query.previous_period && !isFrozen && query.timeframe !== 'all_time';
  const days = daysOf(window);
  const before = { from: addDays(window.from, -days), to: addDays(window.from, -1) };
  const buckets = query.group_by ? await recount.buckets(window.from, window.to, query.group_by) : [];
  if (query.group_by && tool === 'get_website_report' && days > 92) return 'range_too_wide';
  if (buckets.length > 400) return 'range_too_wide';

  const slots: (Slot & { key: string })[] = [];
  const { report, expect } = expectedOf(tool);
  const { want, shape } = expect?.(query) ?? missing(tool);
  for (const { level, subject } of want) {
    slots.push({ key: `${level} ${subject}`, level, subject, ...window });
    if (compares) slots.push({ key: `${level} ${subject} before`, level, subject, ...before });
  }
  const [main] = want;
  if (main) for (const { date, from, to } of buckets) slots.push({ key: `point ${date}`, ...main, from, to });
  const counted = await recount.count(websiteId, slots, distinct);
  const found = new Map(slots.map(({ key }, index) => [key, counted[index] ?? NOTHING]));
  const current = (level: Level, subject: number) =>
    (isFrozen ? frozen(websiteId, level, subject) : found.get(`${level} ${subject}`)) ?? NOTHING;

  const website = WEBSITES.find(({ id }) => id === websiteId);
  const data = await shape({
    metrics: (level, subject, without) =>
      blockOf(
        current(level, subject),
        compares ? (found.get(`${level} ${subject} before`) ?? NOTHING) : undefined,
        without,
      ),
    current,
    timeseries: query.group_by
      ? {
          timeseries: {
            group_by: query.group_by,
            points: buckets.map(({ date }) => pointOf(date, found.get(`point ${date}`) ?? NOTHING)),
          },
        }
      : {},
    fields: (subject) => recount.fields(websiteId, { level: 'element', subject, ...window }, distinct),
    products: (subject) => recount.products(websiteId, { level: 'element', subject, ...window }),
  });
  return {
    report,
    website: { id: websiteId, name: website?.name, currency: website?.currency },
    timeframe: {
      selected: query.timeframe,
      range_start: `${window.from}T00:00:00Z`,
      range_end: `${window.to}T23:59:59Z`,
      timezone: 'UTC',
      ...(compares
        ? {
            previous_range_start: `${before.from}T00:00:00Z`,
            previous_range_end: `${before.to}T23:59:59Z`,
          }
        : {}),
    },
    data,
  };
}

const FOLDER = new URL('../reports/', import.meta.url);
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.expected.ts'),
);
/** What is expected of every report. */
export const EXPECTED = await Promise.all(
  FILES.map(async (file): Promise<ExpectedReport> => (await import(new URL(file, FOLDER).href)).expected),
);

/** How the suites ask for a report; fails for a report that expects nothing. */
export function expectedOf(tool: ToolName): ExpectedReport {
  const found = EXPECTED.find((expected) => expected.tool === tool);
  if (found) return found;
  throw new Error(`Nothing is expected of ${tool}: packages/operations/test/reports/*/*.expected.ts`);
}

/** The body of account performance over some websites. */
export async function expectedPerformance(
  recount: Recount,
  query: { timeframe: string; range_start?: string; range_end?: string },
  websiteIds: readonly number[],
  isFrozenOf: (websiteId: number) => boolean,
) {
  const window = await windowOf(recount, { website_id: 0, ...query }, websiteIds);
  const compares = query.timeframe !== 'all_time' && query.timeframe !== 'insights_week';
  const days = daysOf(window);
  const before = { from: addDays(window.from, -days), to: addDays(window.from, -1) };
  const rows = await Promise.all(
    websiteIds.map(async (id) => {
      const slots: Slot[] = [window, before].map((span) => ({ level: 'website', subject: id, ...span }));
      const [live = NOTHING, previous = NOTHING] = await recount.count(id, slots, true);
      const isFrozen = query.timeframe === 'insights_week' && isFrozenOf(id);
      const counts = isFrozen ? (frozen(id, 'website', id) ?? NOTHING) : live;
      return { id, name: WEBSITES.find((one) => one.id === id)?.name, counts, previous };
    }),
  );
  const sum = rows.reduce(
    (total, { counts }) => ({
      ...total,
      ...Object.fromEntries(COUNTS.map((name) => [name, total[name] + counts[name]])),
      cents: total.cents + counts.cents,
    }),
    NOTHING,
  );
  const all = metricsOf(sum);
  return {
    report: 'account_performance',
    timeframe: {
      selected: query.timeframe,
      label: LABELS[query.timeframe] ?? `${window.from} to ${window.to}`,
      range_start: `${window.from}T00:00:00Z`,
      range_end: `${window.to}T23:59:59Z`,
      previous_range_start: compares ? `${before.from}T00:00:00Z` : null,
      previous_range_end: compares ? `${before.to}T23:59:59Z` : null,
    },
    data: {
      aggregate: {
        website_count: rows.length,
        viewers: all['views'],
        ...pickFrom(all, ['conversions', 'conversion_rate', 'subscribes', 'subscribe_rate']),
        ...pickFrom(all, ['orders', 'order_rate', 'revenue', 'aov']),
      },
      websites: rows
        .toSorted((one, other) =>
          one.counts.cents === other.counts.cents
            ? one.id - other.id
            : one.counts.cents < other.counts.cents
              ? 1
              : -1,
        )
        .map(({ id, name, counts, previous }) => {
          const [metrics, earlier] = [metricsOf(counts), metricsOf(previous)];
          const changed = (metric: string) =>
            compares ? changeOf(metrics[metric] ?? 0, earlier[metric] ?? 0) : null;
          return {
            id,
            name,
            viewers: metrics['views'],
            ...pickFrom(metrics, [
              'conversions',
              'conversion_rate',
              'subscribes',
              'orders',
              'revenue',
              'aov',
            ]),
            conversions_change: changed('conversions'),
            revenue_change: changed('revenue'),
          };
        }),
    },
  };
}

export function expectedWebsites(websiteIds: readonly number[]) {
  return {
    websites: WEBSITES.filter(({ id }) => websiteIds.includes(id)).map(
      ({ id, account_id, name, created_at }) => ({
        id,
        account_id,
        name,
        account_name: ACCOUNTS.find((account) => account.id === account_id)?.name,
        created_at,
      }),
    ),
  };
}

function pickFrom(metrics: Record<string, number>, names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, metrics[name]]));
}
