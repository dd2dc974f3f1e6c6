import { groupBy } from '@funnel/domain';
import type { Answered, Note } from './note.ts';
import { quoted } from './words.ts';

const MAX_NAMED = 8;

/** What the sums of account performance do not say: their currencies, and that people may count twice. */
export function severalWebsites({ body, websites }: Answered): Note[] {
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
  ];
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
