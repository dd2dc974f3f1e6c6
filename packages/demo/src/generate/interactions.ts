import { CHOICE_FIELD_TYPES, MULTI_CHOICE_FIELD_TYPES } from '@funnel/domain';
import type { FieldAnswer, ProductRow } from '@funnel/ingest';
import type { FieldSpec, ProductSpec, SalesSpec } from '../definitions/specs.ts';
import type { Random, Weighted } from '../random/random.ts';

const SECOND_CHOICE_RATE = 0.4;
const DEFAULT_QUANTITY = { median: 1, spread: 0.5 };
const DISCOUNT_PERCENT: readonly Weighted<number>[] = [
  [0, 70],
  [5, 12],
  [10, 18],
];

export function drawAnswers(fields: readonly FieldSpec[], random: Random): FieldAnswer[] {
  return fields
    .filter((spec) => random.chance(spec.answered ?? 1))
    .map((spec) => ({ field: spec.field, fieldType: spec.fieldType, values: valuesOf(spec, random) }));
}

function valuesOf({ fieldType, choices = {} }: FieldSpec, random: Random): (string | null)[] {
  if (!includes(CHOICE_FIELD_TYPES, fieldType)) return [null];
  const weighted = Object.entries(choices);
  const first = random.pick(weighted);
  if (!includes(MULTI_CHOICE_FIELD_TYPES, fieldType) || !random.chance(SECOND_CHOICE_RATE)) return [first];
  return [...new Set([first, random.pick(weighted)])];
}

function includes(types: readonly string[], type: string): boolean {
  return types.includes(type);
}

export function drawProduct({ products }: SalesSpec, random: Random): ProductSpec {
  return random.pick(products.map((product) => [product, product.weight] as const));
}

/** Draws the value of an order: usually near the median quantity, sometimes far above it. */
export function drawOrderCents(
  { price }: ProductSpec,
  { quantity = DEFAULT_QUANTITY }: SalesSpec,
  random: Random,
): bigint {
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
