import { groupBy, numberText } from '@funnel/domain';
import type { WebsiteFacts } from '@funnel/db';
import type { Comparison } from '../findings/comparison.ts';
import type { Note } from './note.ts';
import { quoted } from '../output/words.ts';

const MAX_NAMED = 8;
const MAX_ORDERS = 4;

/** The sums of account performance add up currencies as they are. */
export function mixedCurrencies(websites: readonly WebsiteFacts[]): Note[] {
  const currencies = groupBy(websites, ({ currency }) => currency);
  return currencies.size > 1 ? [{ code: 'mixed_currencies', text: mixedText(currencies) }] : [];
}

/** A change of revenue rests on orders, of which a few may come or not by chance. */
export function changedOrders(comparison: Comparison | undefined): Note[] {
  const compared = (comparison?.parts ?? []).filter(({ change }) => change.newSince === undefined);
  const changed = compared
    .filter(({ change }) => change.current.orders !== change.base.orders)
    .map(({ name, change }) => ({ name, change, isSure: change.beyondChance.has('orders') }))
    .toSorted((one, other) => Number(other.isSure) - Number(one.isSure));
  if (changed.length === 0) return [];
  const texts = changed.slice(0, MAX_ORDERS).map(({ name, change: { current, base }, isSure }) => {
    const sure = isSure ? 'beyond chance' : 'could be chance';
    return `${name} ${numberText(current.orders)} after ${numberText(base.orders)} (${sure})`;
  });
  const more = changed.length > texts.length ? `, and ${changed.length - texts.length} more` : '';
  const same = compared.length > changed.length ? '; the others unchanged' : '';
  return [{ code: 'orders_change', text: `Orders on the compared days: ${texts.join(', ')}${more}${same}.` }];
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
