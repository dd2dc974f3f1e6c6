import {
  baseText,
  type ComparedDays,
  comparedText,
  dateText,
  type Day,
  dayOf,
  daysText,
  type FairChange,
  isOfFewOrders,
  type MetricName,
  numberText,
  notComparedText,
  previousWindow,
} from '@funnel/domain';
import type { Comparison } from '../comparison/comparison.ts';
import type { Answered, Note } from './note.ts';
import { isCompared, isDistinct, windowOf } from './report-body.ts';
import { moneyText, signed } from './words.ts';

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

/** What changed from days to days like them, and what of it is beyond chance. */
export function comparison(answered: Answered): Note[] {
  const { background, body } = answered;
  const found = background.comparison;
  if (!found || (!isCompared(body) && answered.compareWith === undefined)) return [];
  const { days } = found;
  if (typeof days === 'string') return days === 'running' ? [runningNote()] : [];
  const said = newText(found, days, answered) ?? changedText(found, days, answered);
  if (said === '') return [];
  const warning = isUnlike(days, answered) ? ` ${warningText(answered)}` : '';
  return [{ code: 'comparison', text: `${said}${warning}` }];
}

function runningNote(): Note {
  const text = `${notComparedText('running')} The changes in this answer set a part of a day against a whole one: do not quote them.`;
  return { code: 'comparison', text };
}

/** Whether the changes in the body are about other days. */
function isUnlike({ window, base }: ComparedDays, { body }: Answered): boolean {
  const whole = windowOf(body);
  if (!whole || !isCompared(body)) return false;
  const before = previousWindow(whole);
  return window.end !== whole.end || base.start !== before.start || base.end !== before.end;
}

/** What is new has nothing to be compared with. Undefined if something is not. */
function newText({ whole, parts }: Comparison, days: ComparedDays, answered: Answered): string | undefined {
  const today = dayOf(answered.now);
  const start = `Not compared with ${baseText(days, today)}`;
  if (whole?.newSince !== undefined)
    return `${start}: ${answered.body.report === 'website' ? 'nothing was recorded before' : 'new since'} ${dateText(whole.newSince, today)}.`;
  const fresh = parts.filter(({ change }) => change.newSince !== undefined);
  if (whole || fresh.length < parts.length || fresh.length === 0) return undefined;
  return `${start}: all ${partsName(answered)} are new: ${newNames(fresh, today)}.`;
}

function changedText(found: Comparison, days: ComparedDays, answered: Answered): string {
  const today = dayOf(answered.now);
  const sentences = [
    ...(found.whole ? [wholeText(found.whole, days, answered)] : []),
    ...partsText(found, days, answered),
  ];
  if (sentences.length === 0) return '';
  const start = isUnlike(days, answered)
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
  answered: Answered,
): string {
  // Without viewers there is no rate.
  const hasRates = current.views > 0 && base.views > 0;
  const said = SAID.filter(
    (metric) => (current[metric] !== 0 || base[metric] !== 0) && (hasRates || !metric.endsWith('_rate')),
  );
  if (said.length === 0) return 'There is nothing on either side.';
  const texts = said.map((metric) =>
    changeText(metric, { changes, base, current }, { answered, currency: answered.body.website?.currency }),
  );
  const apart = apartText(days, answered);
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
    ...(sure.length > 0
      ? [`beyond chance: ${sure.map((metric) => labelOf(metric, answered)).join(', ')}`]
      : []),
    ...(rest.length > 0 ? [`${apart}${sure.length > 0 ? 'the rest' : 'every change'} could be chance`] : []),
  ];
  return capitalized(`${[texts.join(', '), ...judged].join('; ')}.`);
}

function apartText(days: ComparedDays, answered: Answered): string {
  return isBrokenSince(days, answered) ? 'apart from the break, ' : '';
}

/** Whether a break began on compared days: it is known to be more than chance before it moves them. On both sides it changes nothing. */
export function isBrokenSince(
  { window, base }: ComparedDays,
  { background: { state, breaks = [] } }: Answered,
): boolean {
  const found = state ? (state.broken ? [state.broken] : []) : breaks;
  return found.some(({ day }) => day > base.start && day <= window.end);
}

interface Words {
  answered: Answered;
  currency: string | undefined;
}

/** A rate by both values, because percents of a percentage are read as points; what came from nothing or is little by its number. */
function changeText(
  metric: MetricName,
  { changes, base, current }: Pick<FairChange, 'changes' | 'base' | 'current'>,
  { answered, currency }: Words,
): string {
  const [label, change] = [labelOf(metric, answered), changes[metric]];
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
function partsText({ whole, parts }: Comparison, days: ComparedDays, answered: Answered): string[] {
  if (parts.length === 0 || (whole && parts.length === 1)) return [];
  const fresh = parts.filter(({ change }) => change.newSince !== undefined);
  const moved = parts.filter(({ change }) => change.beyondChance.size > 0);
  const others = parts.length - moved.length - fresh.length;
  return [
    ...(moved.length > 0 ? [movedText(moved, answered)] : []),
    ...(moved.length > 0 && others > 0
      ? [`The changes of the other ${partsName(answered)} could be chance.`]
      : []),
    ...(moved.length === 0 && others > 0
      ? [capitalized(`${apartText(days, answered)}none of the ${partsName(answered)} changed beyond chance.`)]
      : []),
    ...(fresh.length > 0 ? [`New: ${newNames(fresh, dayOf(answered.now))}.`] : []),
  ];
}

/** "Beyond chance: “Spring” conversions −94 %, orders 1 after 12; “Autumn” viewers +40 %." */
function movedText(moved: Comparison['parts'], answered: Answered): string {
  const texts = moved.slice(0, MAX_PARTS).map(({ id, name, change }) => {
    const currency = answered.websites.find((website) => website.id === id)?.currency;
    const words = { answered, currency: answered.body.website?.currency ?? currency };
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

function partsName({ body: { data = {} } }: Answered): string {
  if (data.aggregate) return 'websites';
  if (data.campaigns) return 'campaigns';
  if (data.funnel_steps) return 'steps';
  return data.variants || data.experiments ? 'variants' : 'elements';
}

/** Which days the changes of the body are about. */
function warningText({ body, now }: Answered): string {
  const [whole, today] = [windowOf(body), dayOf(now)];
  if (!whole) return '';
  const running = whole.end >= today ? ', and today is not over' : '';
  return `The changes in this answer compare with ${daysText(previousWindow(whole), today)}${running}: do not quote them.`;
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Nobody remembers the digits of a large change. */
function roughly(change: number): number {
  return Math.abs(change) < 10 ? Math.round(change * 10) / 10 : Math.round(change);
}

function labelOf(metric: MetricName, { body, input }: Answered): string {
  if (metric === 'views') return isDistinct(body, input) ? 'viewers' : 'views';
  return LABELS[metric] ?? metric;
}
