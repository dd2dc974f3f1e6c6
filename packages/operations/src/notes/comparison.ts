import {
  baseText,
  type ComparedDays,
  comparedText,
  dateText,
  type Day,
  dayOf,
  daysText,
  type FairChange,
  type MetricName,
  numberText,
  notComparedText,
  previousWindow,
} from '@funnel/domain';
import type { Comparison } from '../comparison/comparison.ts';
import { broken } from './broken.ts';
import type { Answered, Note } from './note.ts';
import { isCompared, isDistinct, windowOf } from './report-body.ts';
import { moneyText, signed } from './words.ts';

const MAX_PARTS = 4;
const MAX_NEW = 3;

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
  const { background, body, now } = answered;
  const found = background.comparison;
  if (!found || (!isCompared(body) && answered.compareWith === undefined)) return [];
  const [{ days }, today] = [found, dayOf(now)];
  if (typeof days === 'string') return days === 'running' ? [runningNote()] : [];
  const isOther = isUnlike(days, answered);
  const start = isOther
    ? `Fair comparison: ${comparedText(days, today)}.`
    : `Compared with ${baseText(days, today)}.`;
  const sentences = [
    ...(found.whole ? [wholeText(found.whole, answered)] : []),
    ...partsText(found, answered, today),
  ];
  const warning = isOther ? ` ${warningText(answered)}` : '';
  return sentences.length === 0
    ? []
    : [{ code: 'comparison', text: `${start} ${sentences.join(' ')}${warning}` }];
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

/** "viewers −2 %, conversions +3 %; all of it could be chance." */
function wholeText(
  { changes, base, current, beyondChance, newSince }: FairChange,
  answered: Answered,
): string {
  if (newSince !== undefined)
    return `New since ${dateText(newSince, dayOf(answered.now))}, so it is not compared.`;
  const said = SAID.filter((metric) => current[metric] !== 0 || base[metric] !== 0);
  if (said.length === 0) return 'There is nothing on either side.';
  const texts = said.map((metric) => changeText(metric, { changes, base, current }, answered));
  const sure = Object.keys(changes).filter((metric) => beyondChance.has(metric as MetricName));
  const words = sure.map((metric) => labelOf(metric as MetricName, answered)).join(', ');
  const rest =
    words === ''
      ? `${apartText(answered)}all of it could be chance`
      : `beyond chance: ${words}; the rest could be chance`;
  return capitalized(`${texts.join(', ')}; ${rest}.`);
}

/** A break is known to be more than chance before it moves the days of a comparison. */
function apartText(answered: Answered): string {
  return broken(answered).some(({ code }) => code === 'broken') ? 'apart from the break, ' : '';
}

/** A rate by both values, because percents of a percentage are read as points; what came from nothing by its number. */
function changeText(
  metric: MetricName,
  { changes, base, current }: Pick<FairChange, 'changes' | 'base' | 'current'>,
  answered: Answered,
): string {
  const [label, change] = [labelOf(metric, answered), changes[metric]];
  if (metric.endsWith('_rate'))
    return `${label} ${numberText(current[metric])} % after ${numberText(base[metric])} %`;
  if (change === null || metric === 'orders')
    return `${label} ${amountText(metric, current[metric])} after ${amountText(metric, base[metric])}`;
  if (change === 0) return `${label} unchanged`;
  return `${label} ${signed(roughly(change))} %`;
}

function amountText(metric: MetricName, value: number): string {
  return metric === 'revenue' ? moneyText(BigInt(Math.round(100 * value))) : numberText(value);
}

/** Of the parts of an answer only what is beyond chance, and what is new. */
function partsText({ parts }: Comparison, answered: Answered, today: Day): string[] {
  if (parts.length === 0) return [];
  const moved = parts.flatMap(({ name, change }) => {
    const sure = SAID.filter((metric) => change.beyondChance.has(metric));
    const texts = sure.map((metric) => changeText(metric, change, answered));
    return texts.length > 0 ? [`${name} ${texts.join(', ')}`] : [];
  });
  const more = moved.length > MAX_PARTS ? ` and ${moved.length - MAX_PARTS} more` : '';
  const fresh = parts.filter(({ change }) => change.newSince !== undefined);
  const names = fresh
    .slice(0, MAX_NEW)
    .map(({ name, change }) => `${name} since ${dateText(change.newSince ?? 0, today)}`);
  const others = fresh.length > names.length ? ` and ${fresh.length - names.length} more` : '';
  const isAllNew = fresh.length === parts.length;
  return [
    ...(moved.length > 0
      ? [`Beyond chance: ${moved.slice(0, MAX_PARTS).join('; ')}${more}. The others could be chance.`]
      : isAllNew
        ? []
        : [capitalized(`${apartText(answered)}every change of the ${partsName(answered)} could be chance.`)]),
    ...(names.length > 0 ? [`New: ${names.join(', ')}${others}.`] : []),
  ];
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
