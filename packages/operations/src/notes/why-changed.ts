import { numberText } from '@funnel/domain';
import { isBeyondChance } from './chance.ts';
import { ADDITIVE, type Additive, type ChangeParts } from './change-parts.ts';
import type { Answered, Note } from './note.ts';
import { isDistinct } from './report-body.ts';
import { signed, signedMoney } from './words.ts';

/** Which campaigns or variants a change of a sum comes from. */
export function whyChanged({ background: { changes }, body, input }: Answered): Note[] {
  if (!changes) return [];
  const isSaid = (metric: Additive) => {
    // Money has as much chance in it as the orders that brought it; it is said all the same, with how sure it is.
    if (metric === 'revenue') return true;
    // An answer about people is not explained by events.
    if (metric === 'conversions' && isDistinct(body, input)) return false;
    return isBeyondChance(changes.counts[metric]);
  };
  const sums = ADDITIVE.filter((metric) => changes.sums[metric].total !== 0n && isSaid(metric));
  return sums.map((metric): Note => {
    return { code: `${metric}_change`, text: sumText(metric, changes, body.website?.currency ?? '') };
  });
}

const WORDS: Record<Additive, string> = {
  revenue: 'Revenue',
  orders: 'Orders',
  conversions: 'Conversion events',
};

/** "Orders +12: “Spring sale” +9, “Checkout” -2, 5 others +5." */
function sumText(metric: Additive, { kind, sums, names, counts }: ChangeParts, currency: string): string {
  const { total, largest, others, outside } = sums[metric];
  const amount = (value: bigint) => (metric === 'revenue' ? signedMoney(value) : signed(value));
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
