import { numberText } from '@funnel/domain';
import { chanceText } from '../phrases/numbers.ts';
import { afterText } from './comparison-text.ts';

const MAX_ORDERS = 4;

/** How many orders something has, and had before. */
interface ChangedOrders {
  name: string;
  now: number;
  before: number;
  isBeyondChance: boolean;
}

/**
 * Whose orders changed, the sure ones first. Undefined if none did. A few may come or not by chance.
 * @example
 * const orders = [{ name: '“Oak”', now: 1, before: 12, isBeyondChance: true }];
 * assert.equal(ordersText(orders), 'Orders on the compared days: “Oak” 1 after 12 (beyond chance).');
 */
export function ordersText(all: readonly ChangedOrders[]): string | undefined {
  const changed = all
    .filter(({ now, before }) => now !== before)
    .toSorted((one, other) => Number(other.isBeyondChance) - Number(one.isBeyondChance));
  if (changed.length === 0) return undefined;
  const texts = changed
    .slice(0, MAX_ORDERS)
    .map(
      ({ name, now, before, isBeyondChance }) =>
        `${afterText(name, numberText(now), numberText(before))} (${chanceText(isBeyondChance)})`,
    );
  const more = changed.length > texts.length ? `, and ${changed.length - texts.length} more` : '';
  const same = all.length > changed.length ? '; the others unchanged' : '';
  return `Orders on the compared days: ${texts.join(', ')}${more}${same}.`;
}
