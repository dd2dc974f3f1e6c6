import { moneyToNumber, numberText } from '@funnel/domain';
import { isBeyondChance, isRateBeyondChance } from './chance.ts';
import { ADDITIVE, type Additive, type ChangeParts, type Newcomer, type RateSplit } from './change-parts.ts';
import type { Answered, Note } from './note.ts';
import { isDistinct } from './report-body.ts';
import { roundedPoints, signed } from './words.ts';

/** Which campaigns or variants a change comes from. */
export function whyChanged(answered: Answered): Note[] {
  const { changes } = answered.background;
  if (!changes) return [];
  // Money has as much chance in it as the orders that brought it; it is said all the same, with how sure it is.
  const sums = ADDITIVE.filter(
    (metric) =>
      changes.sums[metric].total !== 0n && (metric === 'revenue' || isBeyondChance(changes.counts[metric])),
  );
  return [
    ...rateNote(answered, changes),
    ...sums.map((metric): Note => {
      return {
        code: `${metric}_change`,
        text: sumText(metric, changes, answered.body.website?.currency ?? ''),
      };
    }),
  ];
}

const WORDS: Record<Additive, string> = {
  revenue: 'Revenue',
  orders: 'Orders',
  conversions: 'Conversion events',
};

/** "Orders +12: “Spring sale” +9, “Checkout” -2, 5 others +5." */
function sumText(metric: Additive, { kind, sums, names, counts }: ChangeParts, currency: string): string {
  const { total, largest, others, outside } = sums[metric];
  const amount = (value: bigint) => signed(metric === 'revenue' ? moneyToNumber(value) : value);
  const parts = [
    ...largest.map(({ id, amount: part }) => `${names.get(id) ?? `id ${id}`} ${amount(part)}`),
    ...(others.count > 0 ? [`${others.count} others ${amount(others.amount)}`] : []),
    ...(outside === 0n ? [] : [`outside ${kind} ${amount(outside)}`]),
  ];
  const unit = metric === 'revenue' ? ` ${currency}` : '';
  const sure = isBeyondChance(metric === 'conversions' ? counts.conversions : counts.orders);
  const { now, before } = counts.orders;
  const rests =
    metric === 'revenue'
      ? `${numberText(now)} ${now === 1 ? 'order' : 'orders'} after ${numberText(before)}, `
      : '';
  return `${WORDS[metric]} ${amount(total)}${unit} (${rests}${sure ? 'beyond chance' : 'could be chance'}): ${parts.join(', ')}.`;
}

/** The events explain the rate of visitors if both changed in the same direction, by no more than a factor of 2. */
const MAX_FACTOR = 2;

/** First what can be repeated to a manager, then the figures. */
function rateNote({ body, input }: Answered, changes: ChangeParts): Note[] {
  const metrics = body.data?.metrics;
  const { rate } = changes;
  if (!rate || !metrics || !isRateBeyondChance(metrics)) return [];
  const { conversion_rate: now, previous } = metrics;
  const shown = Math.round(100 * now) - Math.round(100 * (previous?.conversion_rate ?? 0));
  if (shown === 0) return [];
  const sentences = [
    `Conversion rate ${points(shown)} points, beyond chance.`,
    ...newsOf(changes),
    splitText(changes, { rate, shown, isOfPeople: isDistinct(body, input) }),
  ];
  return [{ code: 'conversion_rate_change', text: sentences.join(' ') }];
}

/** What was launched or archived explains more than any split. */
function newsOf({ began, ended, names }: ChangeParts): string[] {
  const nameOf = ({ id }: Newcomer) => names.get(id) ?? `id ${id}`;
  const figures = ({ share, rate }: Newcomer) =>
    `${numberText(share)} % of the views, of which ${numberText(rate)} % converted`;
  return [
    ...(began ? [`${nameOf(began)} began: ${figures(began)}.`] : []),
    ...(ended ? [`${nameOf(ended)} ended, which had ${figures(ended)}.`] : []),
  ];
}

function splitText(
  { kind }: ChangeParts,
  { rate, shown, isOfPeople }: { rate: RateSplit; shown: number; isOfPeople: boolean },
): string {
  const ratio = rate.total / shown;
  if (ratio < 1 / MAX_FACTOR || ratio > MAX_FACTOR)
    return `The ${kind} alone do not explain it: who saw several of them, or came back, counts once.`;
  const whole = isOfPeople ? `Of events ${points(rate.total)}: ` : '';
  return `${whole}${whole ? 'mix' : 'Mix'} of ${kind} ${points(rate.mix)}, their own rates ${points(rate.rate)}.`;
}

function points(hundredths: number): string {
  return signed(roundedPoints(hundredths / 100));
}
