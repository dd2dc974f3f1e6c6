import type { ProductSpec, SalesSpec } from '../definitions/specs.ts';
import type { ProductRow } from '@funnel/ingest';
import type { Random, Weighted } from '../random/random.ts';

const FEW = { median: 1, spread: 0.5 };
const DISCOUNT_PERCENT: readonly Weighted<number>[] = [
  [0, 70],
  [5, 12],
  [10, 18],
];

/** One product, looked at and chosen. */
export function chooseProduct({ products }: SalesSpec, random: Random): ProductSpec {
  return random.pick(products.map((product) => [product, product.weight] as const));
}

/** How much of it is bought: mostly about the median, now and then far more. */
export function orderCents({ price }: ProductSpec, { quantity = FEW }: SalesSpec, random: Random): bigint {
  const pieces = Math.max(1, Math.round(quantity.median * Math.exp(quantity.spread * random.normal())));
  const discount = random.pick(DISCOUNT_PERCENT);
  return BigInt(Math.round((price * 100 * pieces * (100 - discount)) / 100));
}

export function selected({ value }: ProductSpec): ProductRow {
  return { value, selections: 1, orders: 0, revenueCents: 0n };
}

export function sold({ value }: ProductSpec, revenueCents: bigint): ProductRow {
  return { value, selections: 0, orders: 1, revenueCents };
}
