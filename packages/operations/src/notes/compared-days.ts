import {
  type ComparedDays,
  dateText,
  type Day,
  dayOf,
  daysText,
  type FairChange,
  isOfFewOrders,
  type MetricName,
  numberText,
  previousWindow,
} from '@funnel/domain';
import { baseText, comparedText, notComparedText } from '@funnel/words';
import type { Comparison } from '../findings/comparison.ts';
import type { ReportFacts } from '../findings/report-facts.ts';
import type { Note } from './note.ts';
import { moneyText, signed } from '../output/words.ts';

const MAX_PARTS = 4;
const MAX_NEW = 3;
const MAX_METRICS = 3;

/** What people look at first. */
const SAID = [
  'views',
  'conversions',
  'conversion_rate',
  'orders',
  'revenue',
] as const satisfies readonly MetricName[];
const LABELS: Partial<Record<MetricName, string>> = {
  conversion_rate: 'conversion rate',
  completion_rate: 'completion rate',
  subscribe_rate: 'subscribe rate',
  order_rate: 'order rate',
};

/** How sentences name what a report is about. */
interface Named {
  /** What its parts are, if it has some. */
  parts?: 'websites' | 'campaigns' | 'variants' | 'steps' | 'elements';
  isWebsite?: boolean;
  /** What broke, if it is the campaign itself: known to be more than chance before it moves the compared days. */
  broken?: { day: Day } | undefined;
}

interface About extends ReportFacts, Named {}

/** What changed from days to days like them, and what of it is beyond chance. */
export function comparedDays(facts: ReportFacts, named: Named): Note[] {
  const { comparison: found, period, compareWith } = facts;
  if (!found || (!period.previous && compareWith === undefined)) return [];
  const { days } = found;
  if (typeof days === 'string') return days === 'running' ? [runningNote()] : [];
  const about = { ...facts, ...named };
  const text = newText(found, days, about) ?? changedText(found, days, about);
  if (text === '') return [];
  const warning = isUnlike(days, period) ? ` ${warningText(facts)}` : '';
  return [{ code: 'comparison', text: `${text}${warning}` }];
}

function runningNote(): Note {
  const text = `${notComparedText('running')} The changes in this answer set a part of a day against a whole one: do not quote them.`;
  return { code: 'comparison', text };
}

/** Whether the changes in the body are about other days. */
function isUnlike({ window, base }: ComparedDays, period: ReportFacts['period']): boolean {
  const { window: whole, previous: before } = period;
  if (!before) return false;
  return window.end !== whole.end || base.start !== before.start || base.end !== before.end;
}

/** What is new has nothing to be compared with. Undefined if something is not. */
function newText({ whole, parts }: Comparison, days: ComparedDays, about: About): string | undefined {
  const today = dayOf(about.now);
  const start = `Not compared with ${baseText(days, today)}`;
  if (whole?.newSince !== undefined)
    return `${start}: ${about.isWebsite ? 'nothing was recorded before' : 'new since'} ${dateText(whole.newSince, today)}.`;
  const fresh = parts.filter(({ change }) => change.newSince !== undefined);
  if (whole || fresh.length < parts.length || fresh.length === 0) return undefined;
  return `${start}: all ${about.parts} are new: ${newNames(fresh, today)}.`;
}

function changedText(found: Comparison, days: ComparedDays, about: About): string {
  const today = dayOf(about.now);
  const sentences = [
    ...(found.whole ? [wholeText(found.whole, days, about)] : []),
    ...partsText(found, days, about),
  ];
  if (sentences.length === 0) return '';
  const start = isUnlike(days, about.period)
    ? `Fair comparison: ${comparedText(days, today)}${lengthsText(days)}.`
    : `Compared with ${baseText(days, today)}${lengthsText(days)}.`;
  return [start, ...sentences].join(' ');
}

/** Months are not equally long. */
function lengthsText({ window, base }: ComparedDays): string {
  const [own, other] = [window.end - window.start + 1, base.end - base.start + 1];
  return own === other ? '' : ` (${own} days against ${other})`;
}

/** "Viewers −2 %, conversions +3 %; every change could be chance." */
function wholeText(
  { changes, base, current, beyondChance }: FairChange,
  days: ComparedDays,
  about: About,
): string {
  // Without viewers there is no rate.
  const hasRates = current.views > 0 && base.views > 0;
  const said = SAID.filter(
    (metric) => (current[metric] !== 0 || base[metric] !== 0) && (hasRates || !metric.endsWith('_rate')),
  );
  if (said.length === 0) return 'There is nothing on either side.';
  const texts = said.map((metric) =>
    changeText(metric, { changes, base, current }, { about, currency: about.websites[0]?.currency }),
  );
  const apart = apartText(days, about);
  const sure = namesIn(changes).filter((metric) => beyondChance.has(metric));
  // An average order is never judged.
  const rest = namesIn(changes).filter(
    (metric) =>
      metric !== 'aov' &&
      (hasRates || !metric.endsWith('_rate')) &&
      !beyondChance.has(metric) &&
      current[metric] !== base[metric],
  );
  const judged = [
    ...(sure.length > 0 ? [`beyond chance: ${sure.map((metric) => labelOf(metric, about)).join(', ')}`] : []),
    ...(rest.length > 0 ? [`${apart}${sure.length > 0 ? 'the rest' : 'every change'} could be chance`] : []),
  ];
  return capitalized(`${[texts.join(', '), ...judged].join('; ')}.`);
}

function apartText(days: ComparedDays, about: About): string {
  return isBrokenSince(days, about) ? 'apart from the break, ' : '';
}

/** Whether a break began on compared days. On both sides it changes nothing. */
export function isBrokenSince(
  { window, base }: ComparedDays,
  { broken, breaks = [] }: Pick<ReportFacts, 'breaks'> & Named,
): boolean {
  return (broken ? [broken] : breaks).some(({ day }) => day > base.start && day <= window.end);
}

interface Words {
  about: About;
  currency: string | undefined;
}

/** A rate by both values, because percents of a percentage are read as points; what came from nothing or is little by its number. */
function changeText(
  metric: MetricName,
  { changes, base, current }: Pick<FairChange, 'changes' | 'base' | 'current'>,
  { about, currency }: Words,
): string {
  const [label, change] = [labelOf(metric, about), changes[metric]];
  if (metric.endsWith('_rate'))
    return `${label} ${numberText(current[metric])} % after ${numberText(base[metric])} %`;
  if (change === 0) return `${label} unchanged`;
  if (change === null || metric === 'orders' || isOfFewOrders(metric, current, base))
    return `${label} ${amountText(metric, current[metric], currency)} after ${amountText(metric, base[metric])}`;
  return `${label} ${signed(roughly((100 * (current[metric] - base[metric])) / base[metric]))} %`;
}

function amountText(metric: MetricName, value: number, currency = ''): string {
  if (metric !== 'revenue') return numberText(value);
  return `${moneyText(BigInt(Math.round(100 * value)))} ${currency}`.trim();
}

/** Of the parts of an answer only what is beyond chance, and what is new. An only part says nothing more than the whole. */
function partsText({ whole, parts }: Comparison, days: ComparedDays, about: About): string[] {
  if (parts.length === 0 || (whole && parts.length === 1)) return [];
  const fresh = parts.filter(({ change }) => change.newSince !== undefined);
  const moved = parts.filter(({ change }) => change.beyondChance.size > 0);
  const others = parts.length - moved.length - fresh.length;
  return [
    ...(moved.length > 0 ? [movedText(moved, about)] : []),
    ...(moved.length > 0 && others > 0 ? [`The changes of the other ${about.parts} could be chance.`] : []),
    ...(moved.length === 0 && others > 0
      ? [capitalized(`${apartText(days, about)}none of the ${about.parts} changed beyond chance.`)]
      : []),
    ...(fresh.length > 0 ? [`New: ${newNames(fresh, dayOf(about.now))}.`] : []),
  ];
}

/** "Beyond chance: “Spring” conversions −94 %, orders 1 after 12; “Autumn” viewers +40 %." */
function movedText(moved: Comparison['parts'], about: About): string {
  const { websites } = about;
  const texts = moved.slice(0, MAX_PARTS).map(({ id, name, change }) => {
    const website = about.parts === 'websites' ? websites.find((one) => one.id === id) : websites[0];
    const words = { about, currency: website?.currency };
    const sure = [...new Set<MetricName>([...SAID, ...namesIn(change.changes)])]
      .filter((metric) => change.beyondChance.has(metric))
      .slice(0, MAX_METRICS);
    return `${name} ${sure.map((metric) => changeText(metric, change, words)).join(', ')}`;
  });
  const more = moved.length > MAX_PARTS ? ` and ${moved.length - MAX_PARTS} more` : '';
  return `Beyond chance: ${texts.join('; ')}${more}.`;
}

/** "“Spring” since 9 November, “Autumn” since 1 October and 2 more" */
function newNames(fresh: Comparison['parts'], today: Day): string {
  const names = fresh
    .slice(0, MAX_NEW)
    .map(({ name, change }) => `${name} since ${dateText(change.newSince ?? 0, today)}`);
  return `${names.join(', ')}${fresh.length > names.length ? ` and ${fresh.length - names.length} more` : ''}`;
}

function namesIn(changes: FairChange['changes']): MetricName[] {
  return Object.keys(changes) as MetricName[];
}

/** Which days the changes of the body are about. */
function warningText({ period: { window }, now }: ReportFacts): string {
  const today = dayOf(now);
  const running = window.end >= today ? ', and today is not over' : '';
  return `The changes in this answer compare with ${daysText(previousWindow(window), today)}${running}: do not quote them.`;
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Nobody remembers the digits of a large change. */
function roughly(change: number): number {
  return Math.abs(change) < 10 ? Math.round(change * 10) / 10 : Math.round(change);
}

function labelOf(metric: MetricName, { period }: About): string {
  if (metric === 'views') return period.countType === 'distinct' ? 'viewers' : 'views';
  return LABELS[metric] ?? metric;
}
