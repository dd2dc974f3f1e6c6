import { groupBy } from '@funnel/domain';
import type { WebsiteFacts } from '@funnel/db';
import type { Comparison } from '../findings/comparison.ts';
import type { Note } from './note.ts';
import { ordersText, quoted } from '@funnel/words';

const MAX_NAMED = 8;

/** The sums of account performance add up currencies as they are. */
export function mixedCurrencies(websites: readonly WebsiteFacts[]): Note[] {
  const currencies = groupBy(websites, ({ currency }) => currency);
  return currencies.size > 1 ? [{ code: 'mixed_currencies', text: mixedText(currencies) }] : [];
}

/** A change of revenue rests on orders. */
export function changedOrders(comparison: Comparison | undefined): Note[] {
  const compared = (comparison?.parts ?? []).filter(({ change }) => change.newSince === undefined);
  const text = ordersText(
    compared.map(({ name, change: { current, base, beyondChance } }) => {
      return { name, now: current.orders, before: base.orders, isBeyondChance: beyondChance.has('orders') };
    }),
  );
  return text === undefined ? [] : [{ code: 'orders_change', text }];
}

function mixedText(currencies: ReadonlyMap<string, WebsiteFacts[]>): string {
  let left = MAX_NAMED;
  const parts = [...currencies].map(([currency, websites]) => {
    const named = websites.slice(0, left).map(({ id, name }) => `${id} (${quoted(name)})`);
    left -= named.length;
    const more = websites.length - named.length;
    return `${currency} for ${[...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')}`;
  });
  return `The aggregate adds up amounts in different currencies: ${parts.join('; ')}.`;
}
