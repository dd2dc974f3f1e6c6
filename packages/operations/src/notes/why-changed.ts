import { dateText, type Day, dayOf, divideRounded, numberText } from '@funnel/domain';
import { ADDITIVE, type Additive, type ChangeParts } from '../findings/change-parts.ts';
import type { ChangeFacts } from '../findings/report-facts.ts';
import type { Note } from './note.ts';
import { moneyText, signed, signedMoney } from '../output/words.ts';

/** Which campaigns or variants a change of a sum comes from. */
export function whyChanged({ changes, comparison, period, websites, now }: ChangeFacts): Note[] {
  const whole = comparison?.whole;
  // What is new has not changed.
  if (!changes || !whole || whole.newSince !== undefined) return [];
  const isSure = (metric: Additive) => whole.beyondChance.has(metric);
  const isSaid = (metric: Additive) => {
    // Money has as much chance in it as the orders that brought it; it is said all the same, with how sure it is.
    if (metric === 'revenue') return true;
    // An answer about people is not explained by events.
    if (metric === 'conversions' && period.countType === 'distinct') return false;
    return isSure(metric);
  };
  const sums = ADDITIVE.filter((metric) => changes.sums[metric].total !== 0n && isSaid(metric));
  return sums.map((metric): Note => {
    return {
      code: `${metric}_change`,
      text: sumText(metric, changes, {
        currency: websites[0]?.currency ?? '',
        isSure: isSure(metric),
        today: dayOf(now),
      }),
    };
  });
}

interface Said {
  currency: string;
  /** Whether it changed by more than chance. */
  isSure: boolean;
  today: Day;
}

const WORDS: Record<Additive, string> = {
  revenue: 'Revenue',
  orders: 'Orders',
  conversions: 'Conversion events',
};

/** "Orders +12: “Spring sale” +9 (new since 9 October), “Checkout” -2, 5 others +5." */
function sumText(
  metric: Additive,
  { kind, sums, names, newSince, counts }: ChangeParts,
  { currency, isSure, today }: Said,
): string {
  const { total, largest, others, outside } = sums[metric];
  const amount = (value: bigint) => (metric === 'revenue' ? signedMoney(value) : signed(value));
  const parts = [
    ...largest.map(({ id, amount: part }) => {
      const since = newSince.get(id);
      const fresh = since === undefined ? '' : ` (new since ${dateText(since, today)})`;
      return `${names.get(id) ?? `id ${id}`} ${amount(part)}${fresh}`;
    }),
    ...(others.count > 0 ? [`${others.count} others ${amount(others.amount)}`] : []),
    // Without parts, everything is outside of them.
    ...(outside === 0n || outside === total ? [] : [`outside ${kind} ${amount(outside)}`]),
  ];
  const said = `${WORDS[metric]} ${amount(total)}${metric === 'revenue' ? ` ${currency}` : ''} (${sureText(metric, counts, { currency, isSure })})`;
  return parts.length > 0 ? `${said}: ${parts.join(', ')}.` : `${said}.`;
}

/** "26 orders after 21, 198.31 USD each after 379.62; could be chance" */
function sureText(
  metric: Additive,
  { orders, revenue }: ChangeParts['counts'],
  { currency, isSure }: Omit<Said, 'today'>,
): string {
  const sure = isSure ? 'beyond chance' : 'could be chance';
  if (metric !== 'revenue') return sure;
  const { now, before } = orders;
  const rests = `${numberText(now)} ${now === 1 ? 'order' : 'orders'} after ${numberText(before)}`;
  if (now === 0 || before === 0) return `${rests}, ${sure}`;
  const [each, eachBefore] = [perOrder(revenue.now, now), perOrder(revenue.before, before)];
  return `${rests}, ${moneyText(each)} ${currency} each after ${moneyText(eachBefore)}; ${sure}`;
}

function perOrder(cents: bigint, orders: number): bigint {
  return divideRounded(cents, BigInt(orders));
}
