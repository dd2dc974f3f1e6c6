import { groupBy, numberText } from '@funnel/domain';
import { isBeyondChance } from './chance.ts';
import type { Answered, Note } from './note.ts';
import { quoted } from './words.ts';

const MAX_NAMED = 8;
const MAX_ORDERS = 4;

/** What the sums of account performance do not say: their currencies, and that people may count twice. */
export function severalWebsites({ body, websites, background: { websiteOrders = [] } }: Answered): Note[] {
  if (!body.data?.aggregate) return [];
  const currencies = groupBy(websites, ({ currency }) => currency);
  const [only] = currencies.keys();
  const people =
    'A person who visits two websites counts twice: viewers, conversions and subscribes of the aggregate are upper bounds of people.';
  return [
    currencies.size === 1
      ? { code: 'currency', text: `Amounts are in ${only}.` }
      : { code: 'mixed_currencies', text: mixedText(currencies) },
    ...(websites.length > 1 ? [{ code: 'viewers_upper_bound' as const, text: people }] : []),
    ...ordersNote(websiteOrders),
  ];
}

/** A change of revenue rests on orders, of which a few may come or not by chance. */
function ordersNote(all: NonNullable<Answered['background']['websiteOrders']>): Note[] {
  const changed = all
    .filter(({ now, before }) => now !== before)
    .toSorted((one, other) => Number(isBeyondChance(other)) - Number(isBeyondChance(one)));
  if (changed.length === 0) return [];
  const texts = changed.slice(0, MAX_ORDERS).map(({ name, now, before }) => {
    const sure = isBeyondChance({ now, before }) ? 'beyond chance' : 'could be chance';
    return `${quoted(name)} ${numberText(now)} after ${numberText(before)} (${sure})`;
  });
  const more = changed.length > texts.length ? `, and ${changed.length - texts.length} more` : '';
  return [{ code: 'orders_change', text: `Orders: ${texts.join(', ')}${more}.` }];
}

function mixedText(currencies: ReadonlyMap<string, Answered['websites'][number][]>): string {
  let left = MAX_NAMED;
  const parts = [...currencies].map(([currency, websites]) => {
    const named = websites.slice(0, left).map(({ id, name }) => `${id} (${quoted(name)})`);
    left -= named.length;
    const more = websites.length - named.length;
    return `${currency} for ${[...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')}`;
  });
  return `The aggregate adds up amounts in different currencies: ${parts.join('; ')}.`;
}
