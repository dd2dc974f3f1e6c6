import type { Connection, WebsiteFacts } from '@funnel/db';
import type { DailyEarnings, Day, Window } from '@funnel/domain';
import { readMetrics } from '../read-metrics.ts';
import { periodOf } from '../slots/slots.ts';
import { readSplitChanges } from './read-splits.ts';
import { readVariantDays } from './read-variant-days.ts';
import { readFirstDays } from './read-viewed-days.ts';

/** How an experiment went since all of its variants were shown, or since its traffic was last split in another way. */
export interface ExperimentLife {
  /** Until the last day that was asked for. */
  days: Window;
  /** The day on which the split changed; its life begins with the next. Undefined if it did not, or before all variants were shown. */
  splitChangedOn: Day | undefined;
  /** By variant, over these days. */
  variants: ReadonlyMap<number, VariantLife>;
  /** Viewers of all variants together in a week, as of the last two. */
  weeklyViewers: number;
}

export interface VariantLife {
  viewers: number;
  converted: number;
  orders: number;
  revenueCents: bigint;
  /** Undefined where there are too few orders to compare or too many days to read; and, among several experiments, where nothing can differ. */
  earnings: DailyEarnings | undefined;
}

interface ExperimentsOfWebsite {
  website: WebsiteFacts;
  last: Day;
  /** The variants of each experiment that get traffic. */
  experiments: readonly (readonly number[])[];
}

const RECENT_DAYS = 14;

/**
 * Reads the whole lives of experiments, by their first variant: a verdict that is read every day holds only for all viewers since the
 * beginning, not for a window that moves on. An experiment whose variants were not all shown yet has none.
 * @example
 * const query = { website: shopWebsite, last: lastWatched.day, experiments: [[1011, 1012]] };
 * const lives = await readExperimentLives(database.sql, query);
 * assert.equal(lives.size, 0); // the second was not viewed yet
 */
export async function readExperimentLives(
  connection: Connection,
  { website, last, experiments }: ExperimentsOfWebsite,
): Promise<Map<number, ExperimentLife>> {
  const testing = experiments.filter((ids) => ids.length > 1);
  const all = testing.flat();
  const [firstDays, splitChanges] = await Promise.all([
    readFirstDays(connection, { website, level: 'variant', ids: all }),
    readSplitChanges(connection, { websiteId: website.id, ids: all }),
  ]);
  const begun = testing.flatMap((ids) => {
    const shown = startOf(ids, firstDays);
    if (shown === undefined || shown > last) return [];
    // What the catalog says today was not known on an earlier day.
    const changed = ids
      .flatMap((id) => splitChanges.get(id) ?? [])
      .filter((day) => day >= shown && day <= last);
    const splitChangedOn = changed.length > 0 ? Math.max(...changed) : undefined;
    const start = splitChangedOn === undefined ? shown : splitChangedOn + 1;
    return [{ ids, splitChangedOn, days: { start, end: last } }];
  });
  // Sent together; experiments that began on the same day could share a read, but few do.
  const lives = await Promise.all(begun.map((experiment) => readLife(connection, website, experiment)));
  const earnings = await readVariantDays(connection, {
    websiteId: website.id,
    variants: lives
      .filter((life) => isSelling(life) && (lives.length === 1 || mayDiffer(life)))
      .flatMap(({ days, variants }) => {
        return [...variants.keys()].map((id) => ({ id, first: days.start }));
      }),
    last,
  });
  return new Map(lives.map((life, index) => [begun[index]?.ids[0] ?? 0, withEarnings(life, earnings)]));
}

/** The first day of the youngest variant. */
function startOf(ids: readonly number[], firstDays: ReadonlyMap<number, Day>): Day | undefined {
  const days = ids.flatMap((id) => firstDays.get(id) ?? []);
  return days.length < ids.length ? undefined : Math.max(...days);
}

/** With fewer, nothing is compared. */
const MIN_ORDERS = 20;
/** What is not clear after more than a year will not be; to read so many days would take long. */
const MAX_DAYS = 400;

function isSelling({ days, variants }: ExperimentLife): boolean {
  const orders = [...variants.values()].reduce((sum, variant) => sum + variant.orders, 0);
  return orders >= MIN_ORDERS && days.end - days.start < MAX_DAYS;
}

/** Fewer standard errors are never enough for a verdict. */
const MIN_Z = 3;

/** Whether the revenue of two variants may differ beyond chance, if all orders were of the same value. In lists, days are read only of these. */
function mayDiffer({ variants }: ExperimentLife): boolean {
  const all = [...variants.values()];
  return all.some((a, index) => all.slice(index + 1).some((b) => mayDifferFrom(a, b)));
}

function mayDifferFrom(a: VariantLife, b: VariantLife): boolean {
  if (Math.min(a.orders, b.orders) === 0) return a.orders !== b.orders;
  const perViewer = ({ revenueCents, viewers }: VariantLife) => Number(revenueCents) / Math.max(1, viewers);
  const difference = Math.log(perViewer(a) / perViewer(b));
  // NaN and Infinity: one of them earned nothing.
  return !(Math.abs(difference) < MIN_Z * Math.sqrt(1 / a.orders + 1 / b.orders));
}

function withEarnings(life: ExperimentLife, earnings: ReadonlyMap<number, DailyEarnings>): ExperimentLife {
  const variants = [...life.variants].map(
    ([id, variant]) => [id, { ...variant, earnings: earnings.get(id) }] as const,
  );
  return { ...life, variants: new Map(variants) };
}

async function readLife(
  connection: Connection,
  website: WebsiteFacts,
  { ids, days, splitChangedOn }: { ids: readonly number[] } & Pick<ExperimentLife, 'days' | 'splitChangedOn'>,
): Promise<ExperimentLife> {
  if (days.start > days.end) return { days, splitChangedOn, variants: new Map(), weeklyViewers: 0 };
  const recent = { start: Math.max(days.start, days.end - RECENT_DAYS), end: days.end - 1 };
  const metrics = await readMetrics(connection, {
    websites: [website],
    // Complete days only; the first day of an experiment has none.
    period: periodOf(days, { previous: recent.end < recent.start ? undefined : recent }),
    subjects: [{ level: 'variant', ids }],
    metrics: ['views', 'conversions', 'orders', 'revenue'],
  });
  const counts = ids.map((id) => ({ id, ...metrics.of('variant', id) }));
  const recentViewers = counts.reduce((sum, { previous }) => sum + (previous?.views ?? 0), 0);
  return {
    days,
    splitChangedOn,
    variants: new Map(
      counts.map(({ id, current: { views, conversions, orders, revenueCents } }) => [
        id,
        { viewers: views, converted: conversions, orders, revenueCents, earnings: undefined },
      ]),
    ),
    weeklyViewers: (7 * recentViewers) / Math.max(1, recent.end - recent.start + 1),
  };
}
