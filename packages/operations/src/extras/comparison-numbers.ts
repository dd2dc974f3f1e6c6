import {
  type Day,
  dayOf,
  type FairChange,
  formatDay,
  isOfFewOrders,
  type MetricName,
  type Metrics,
  type Window,
} from '@funnel/domain';
import { baseText, comparedText, notComparedText } from '@funnel/words';
import { isBrokenSince } from '../notes/compared-days.ts';
import type { ReportFacts } from '../findings/report-facts.ts';
import type { Extras } from './extras.ts';

/** What lists show of their entries. */
const PART_METRICS: readonly MetricName[] = [
  'views',
  'conversions',
  'completions',
  'conversion_rate',
  'completion_rate',
  'orders',
  'revenue',
  'aov',
];

type Changes = NonNullable<NonNullable<Extras['comparison']>['parts']>[string];

/** The fair comparison in numbers, with the words that name its days. */
export function comparisonNumbers(
  facts: Pick<ReportFacts, 'comparison' | 'now' | 'breaks'> & { broken?: { day: Day } | undefined },
): Pick<Extras, 'comparison'> {
  const { comparison: found, now } = facts;
  // Of days that have not begun, nothing can be said.
  if (!found || found.days === 'future') return {};
  const [{ days, whole, parts, metrics }, today] = [found, dayOf(now)];
  const ofParts = PART_METRICS.filter((name) => metrics.includes(name));
  if (typeof days === 'string') return { comparison: { text: notComparedText(days) } };
  const [window, base] = [days.window, days.base].map(datesOf);
  return {
    comparison: {
      text: comparedText(days, today),
      base_text: baseText(days, today),
      window,
      base,
      ...(isBrokenSince(days, facts) && { apart_from_break: true }),
      ...(whole && wholeOf(whole, metrics)),
      ...(parts.length > 0 && {
        parts: Object.fromEntries(parts.map(({ id, change }) => [id, partOf(change, ofParts)])),
      }),
    },
  };
}

function wholeOf(change: FairChange, names: readonly MetricName[]) {
  const { current, base } = change;
  const some = (all: Metrics) => byName(names, (name) => all[name]);
  return { metrics: { current: some(current), base: some(base) }, ...partOf(change, names) };
}

function partOf(change: FairChange, names: readonly MetricName[]): Changes {
  const { changes, beyondChance, newSince, current, base } = change;
  const byValue = names.filter((name) => isByValue(name, change, names.includes('orders')));
  return {
    changes: byName(names, (name) => changes[name]),
    beyond_chance: byName(names, (name) => beyondChance.has(name)),
    ...(byValue.length > 0 && {
      values: byName(byValue, (name) => ({ current: current[name], base: base[name] })),
    }),
    ...(newSince !== undefined && { new_since: formatDay(newSince) }),
  };
}

/** Whether a percentage would say too much, or nothing. */
function isByValue(
  name: MetricName,
  { changes, newSince, current, base }: FairChange,
  hasOrders: boolean,
): boolean {
  if (newSince !== undefined || current[name] === base[name]) return false;
  return changes[name] === null || (hasOrders && isOfFewOrders(name, current, base));
}

function byName<Value>(
  names: readonly MetricName[],
  valueOf: (name: MetricName) => Value,
): Record<string, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]));
}

function datesOf({ start, end }: Window) {
  return { start: formatDay(start), end: formatDay(end) };
}
