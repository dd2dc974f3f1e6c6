import { Refusal } from './refusal.ts';

/** What adds up over the products of an event. */
interface Sums {
  selections: number;
  orders: number;
  revenueCents: bigint;
}

/** Of all products of an event together, like those of one: the totals of a year have room for ten billion such events. */
const MAX_SUMS = { selections: 1_000_000_000n, orders: 1_000_000_000n, revenueCents: 100_000_000_000_000n };

/** Throws a `Refusal` if the products of an event add up to more than the totals can hold. */
export function requireSmallSums(products: readonly Sums[]): void {
  const sums = { selections: 0n, orders: 0n, revenueCents: 0n };
  for (const { selections, orders, revenueCents } of products) {
    sums.selections += BigInt(selections);
    sums.orders += BigInt(orders);
    sums.revenueCents += revenueCents;
  }
  for (const name of ['selections', 'orders', 'revenueCents'] as const) {
    if (sums[name] <= MAX_SUMS[name]) continue;
    const [what, max] =
      name === 'revenueCents' ? ['revenue', MAX_SUMS.revenueCents / 100n] : [name, MAX_SUMS[name]];
    throw new Refusal('invalid_event', `products must have a sum of ${what} of at most ${max}`);
  }
}
