import { type Day, divideRounded, numberText } from '@funnel/domain';
import { plainFormats } from '../phrases/formats.ts';
import { chanceText, countText, moneyText, signed, signedMoney } from '../phrases/numbers.ts';

/** What adds up: sums of events. */
export const ADDITIVE = ['revenue', 'orders', 'conversions'] as const;
export type Additive = (typeof ADDITIVE)[number];

/** Where the change of a sum comes from: `largest`, `others` and `outside` add up to `total`. Revenue is in cents. */
export interface ChangeSplit {
  total: bigint;
  /** At most four campaigns or variants, the largest change first. */
  largest: { id: number; amount: bigint }[];
  others: { count: number; amount: bigint };
  /** Events of the whole that belong to no part. */
  outside: bigint;
}

/** Where changes come from, with the names of the parts that are mentioned. */
export interface ChangeParts {
  kind: 'campaigns' | 'variants';
  sums: Record<Additive, ChangeSplit>;
  /** How many orders there were, and what they brought. */
  counts: { orders: { now: number; before: number }; revenue: { now: bigint; before: bigint } };
  names: ReadonlyMap<number, string>;
  /** Since when there is each of them that began after the first compared day. */
  newSince: ReadonlyMap<number, Day>;
}

interface SumContext {
  currency: string;
  isBeyondChance: boolean;
  today: Day;
}

const LABELS: Record<Additive, string> = {
  revenue: 'Revenue',
  orders: 'Orders',
  conversions: 'Conversion events',
};

/**
 * "Orders +12 (beyond chance): “Spring sale” +9 (new since 9 October), “Checkout” −2, 5 others +5."
 * @example
 * const none = { total: 0n, largest: [], others: { count: 0, amount: 0n }, outside: 0n };
 * const orders = { ...none, total: 12n, largest: [{ id: 7, amount: 12n }] };
 * const changes = {
 *   kind: 'campaigns' as const,
 *   sums: { revenue: none, orders, conversions: none },
 *   counts: { orders: { now: 21, before: 9 }, revenue: { now: 0n, before: 0n } },
 *   names: new Map([[7, '“Quiz”']]),
 *   newSince: new Map<number, number>(),
 * };
 * const context = { currency: 'EUR', isBeyondChance: true, today: 20_408 };
 * assert.equal(sumChangeText('orders', changes, context), 'Orders +12 (beyond chance): “Quiz” +12.');
 */
export function sumChangeText(
  metric: Additive,
  { kind, sums, names, newSince, counts }: ChangeParts,
  { currency, isBeyondChance, today }: SumContext,
): string {
  const { total, largest, others, outside } = sums[metric];
  const isMoney = metric === 'revenue';
  const amount = (value: bigint) => (isMoney ? signedMoney(value) : signed(value));
  const parts = [
    ...largest.map(({ id, amount: part }) => {
      const since = newSince.get(id);
      // What lost has not lost by being new.
      const fresh = since === undefined || part < 0n ? '' : ` (new since ${plainFormats(today).day(since)})`;
      return `${names.get(id) ?? `id ${id}`} ${amount(part)}${fresh}`;
    }),
    ...(others.count > 0 ? [`${others.count} others ${amount(others.amount)}`] : []),
    // Without parts, everything is outside of them.
    ...(outside === 0n || outside === total ? [] : [`outside ${kind} ${amount(outside)}`]),
  ];
  const sure = `${isMoney ? ordersText(counts, currency) : ''}${chanceText(isBeyondChance)}`;
  const change = `${LABELS[metric]} ${amount(total)}${isMoney ? ` ${currency}` : ''} (${sure})`;
  return parts.length > 0 ? `${change}: ${parts.join(', ')}.` : `${change}.`;
}

/** "26 orders after 21, 198.31 USD each after 379.62; " */
function ordersText({ orders, revenue }: ChangeParts['counts'], currency: string): string {
  const { now, before } = orders;
  const count = `${countText(now, 'order')} after ${numberText(before)}`;
  if (now === 0 || before === 0) return `${count}, `;
  const [each, eachBefore] = [perOrder(revenue.now, now), perOrder(revenue.before, before)];
  return `${count}, ${moneyText(each, currency)} each after ${moneyText(eachBefore)}; `;
}

function perOrder(cents: bigint, orders: number): bigint {
  return divideRounded(cents, BigInt(orders));
}
