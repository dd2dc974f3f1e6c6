import {
  type ComparedDays,
  type CountType,
  type Day,
  type FairChange,
  isOfFewOrders,
  type MetricName,
  numberText,
} from '@funnel/domain';
import { type Formats, percentText, plainFormats } from '../phrases/formats.ts';
import { capitalized } from '../phrases/names.ts';
import { chanceText, moneyText, signed } from '../phrases/numbers.ts';
import { baseText, comparedText } from './compared-days-text.ts';

const MAX_PARTS = 4;
const MAX_NEW = 3;
const MAX_METRICS = 3;

/** What people look at first. */
const FIRST_METRICS = [
  'views',
  'conversions',
  'conversion_rate',
  'orders',
  'revenue',
] as const satisfies readonly MetricName[];

/** A campaign, variant or website, and how it changed. */
interface ChangedPart {
  /** As sentences name it. */
  name: string;
  change: FairChange;
  currency: string | undefined;
}

/** What changed from days to days like them. */
export interface ComparisonFacts {
  days: ComparedDays;
  today: Day;
  countType: CountType;
  whole?: (Omit<ChangedPart, 'name'> & { isWebsite: boolean }) | undefined;
  parts: readonly ChangedPart[];
  /** What the parts are: "campaigns". */
  kind: string;
  /** Whether a break began on the compared days. */
  isBroken: boolean;
  /** Whether the reader must know both sides: the answer beside the text is about other days. */
  withBothDays: boolean;
}

/**
 * What changed, and what of it is beyond chance. Undefined if there is nothing to say.
 * @example
 * import { fairChanges, ZERO_COUNTS } from '@funnel/domain';
 *
 * const days = { window: { start: 20_401, end: 20_407 }, base: { start: 20_394, end: 20_400 } };
 * const counts = { current: { ...ZERO_COUNTS, views: 300 }, base: { ...ZERO_COUNTS, views: 1_000 } };
 * const [change] = fairChanges([counts], { days });
 * const whole = change && { change, currency: 'EUR', isWebsite: true };
 * const rest = { countType: 'distinct', kind: 'campaigns', isBroken: false, withBothDays: false } as const;
 * const text = comparisonText({ days, today: 20_408, whole, parts: [], ...rest });
 * assert.match(text ?? '', / Viewers −70 %; beyond chance: viewers\.$/);
 */
export function comparisonText(facts: ComparisonFacts): string | undefined {
  return newText(facts) ?? changedText(facts);
}

/** What is new has nothing to be compared with. Undefined if something is not. */
function newText({ whole, parts, days, kind, today }: ComparisonFacts): string | undefined {
  const start = `Not compared with ${baseText(days, today)}`;
  const formats = plainFormats(today);
  if (whole?.change.newSince !== undefined)
    return `${start}: ${whole.isWebsite ? 'nothing was recorded before' : 'new since'} ${formats.day(whole.change.newSince)}.`;
  const fresh = parts.filter(({ change }) => change.newSince !== undefined);
  if (whole || fresh.length < parts.length || fresh.length === 0) return undefined;
  return `${start}: all ${kind} are new: ${newNames(fresh, formats)}.`;
}

function changedText(facts: ComparisonFacts): string | undefined {
  const { days, today, whole, withBothDays } = facts;
  const sentences = [...(whole ? [wholeText(whole, facts)] : []), ...partsText(facts)];
  if (sentences.length === 0) return undefined;
  const start = withBothDays
    ? `Fair comparison: ${comparedText(days, today)}`
    : `Compared with ${baseText(days, today)}`;
  return [`${start}${lengthsText(days)}.`, ...sentences].join(' ');
}

/** Months are not equally long. */
function lengthsText({ window, base }: ComparedDays): string {
  const [own, other] = [window.end - window.start + 1, base.end - base.start + 1];
  return own === other ? '' : ` (${own} days against ${other})`;
}

/** "Viewers −2 %, conversions +3 %; every change could be chance." */
function wholeText({ change, currency }: Omit<ChangedPart, 'name'>, facts: ComparisonFacts): string {
  const { changes, base, current, beyondChance } = change;
  // Without viewers there is no rate.
  const hasRates = current.views > 0 && base.views > 0;
  const isShown = (metric: MetricName) => hasRates || !metric.endsWith('_rate');
  const shown = FIRST_METRICS.filter(
    (metric) => (current[metric] !== 0 || base[metric] !== 0) && isShown(metric),
  );
  if (shown.length === 0) return 'There is nothing on either side.';
  const texts = shown.map((metric) => changeText(metric, { change, currency }, facts));
  const sure = metricsIn(changes).filter((metric) => beyondChance.has(metric));
  // An average order is never judged.
  const hasRest = metricsIn(changes).some(
    (metric) =>
      metric !== 'aov' && isShown(metric) && !beyondChance.has(metric) && current[metric] !== base[metric],
  );
  const rest = sure.length > 0 ? 'the rest' : 'every change';
  const judged = [
    ...(sure.length > 0
      ? [`${chanceText(true)}: ${sure.map((metric) => labelOf(metric, facts.countType)).join(', ')}`]
      : []),
    ...(hasRest ? [`${apartText(facts)}${rest} ${chanceText(false)}`] : []),
  ];
  return capitalized(`${[texts.join(', '), ...judged].join('; ')}.`);
}

function apartText({ isBroken }: ComparisonFacts): string {
  return isBroken ? 'apart from the break, ' : '';
}

/** A rate by both values, because percents of a percentage are read as points; what came from nothing or is little by its number. */
function changeText(
  metric: MetricName,
  { change: { changes, base, current }, currency }: Omit<ChangedPart, 'name'>,
  { countType }: Pick<ComparisonFacts, 'countType'>,
): string {
  const [label, change] = [labelOf(metric, countType), changes[metric]];
  const [now, before] = [current[metric], base[metric]];
  if (metric.endsWith('_rate')) return afterText(label, percentText(now), percentText(before));
  if (change === 0) return `${label} unchanged`;
  if (change === null || metric === 'orders' || isOfFewOrders(metric, current, base))
    return metric === 'revenue'
      ? afterText(label, moneyText(centsOf(now), currency), moneyText(centsOf(before)))
      : afterText(label, numberText(now), numberText(before));
  return `${label} ${signed(roughly((100 * (now - before)) / before))} %`;
}

/** "orders 1 after 12": a number, and what it was before. */
export function afterText(label: string, now: string, before: string): string {
  return `${label} ${now} ${beforeText(before)}`;
}

/**
 * The same behind a number.
 * @example
 * assert.equal(beforeText('12'), 'after 12');
 */
export function beforeText(before: string): string {
  return `after ${before}`;
}

/**
 * "Orders: 90, up from 30": the same in a line of its own.
 * @example
 * assert.equal(changedLine('Orders', '90', '30', 'up'), 'Orders: 90, up from 30');
 */
export function changedLine(label: string, now: string, before: string, direction: 'up' | 'down'): string {
  return `${label}: ${now}, ${direction} from ${before}`;
}

function centsOf(amount: number): bigint {
  return BigInt(Math.round(100 * amount));
}

/** Of the parts only what is beyond chance, and what is new. An only part says nothing more than the whole. */
function partsText(facts: ComparisonFacts): string[] {
  const { whole, parts, kind, today } = facts;
  if (parts.length === 0 || (whole && parts.length === 1)) return [];
  const fresh = parts.filter(({ change }) => change.newSince !== undefined);
  const moved = parts.filter(({ change }) => change.beyondChance.size > 0);
  const others = parts.length - moved.length - fresh.length;
  const rest =
    moved.length > 0
      ? `the changes of the other ${kind} ${chanceText(false)}.`
      : `${apartText(facts)}none of the ${kind} changed ${chanceText(true)}.`;
  return [
    ...(moved.length > 0 ? [movedText(moved, facts)] : []),
    ...(others > 0 ? [capitalized(rest)] : []),
    ...(fresh.length > 0 ? [`New: ${newNames(fresh, plainFormats(today))}.`] : []),
  ];
}

/** "Beyond chance: “Spring” conversions −94 %, orders 1 after 12; “Autumn” viewers +40 %." */
function movedText(moved: ComparisonFacts['parts'], facts: ComparisonFacts): string {
  const texts = moved.slice(0, MAX_PARTS).map((part) => {
    const { changes, beyondChance } = part.change;
    const sure = [...new Set<MetricName>([...FIRST_METRICS, ...metricsIn(changes)])]
      .filter((metric) => beyondChance.has(metric))
      .slice(0, MAX_METRICS);
    return `${part.name} ${sure.map((metric) => changeText(metric, part, facts)).join(', ')}`;
  });
  const more = moved.length > MAX_PARTS ? ` and ${moved.length - MAX_PARTS} more` : '';
  return `Beyond chance: ${texts.join('; ')}${more}.`;
}

/** "“Spring” since 9 November, “Autumn” since 1 October and 2 more" */
function newNames(fresh: ComparisonFacts['parts'], { day }: Formats): string {
  const names = fresh
    .slice(0, MAX_NEW)
    .map(({ name, change }) => `${name} since ${day(change.newSince ?? 0)}`);
  return `${names.join(', ')}${fresh.length > names.length ? ` and ${fresh.length - names.length} more` : ''}`;
}

function metricsIn(changes: FairChange['changes']): MetricName[] {
  return Object.keys(changes) as MetricName[];
}

/** Nobody remembers the digits of a large change. */
function roughly(change: number): number {
  return Math.abs(change) < 10 ? Math.round(change * 10) / 10 : Math.round(change);
}

function labelOf(metric: MetricName, countType: CountType): string {
  if (metric === 'views') return countType === 'distinct' ? 'viewers' : 'views';
  return metric.replace('_', ' ');
}
