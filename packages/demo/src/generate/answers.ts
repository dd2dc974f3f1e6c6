import { CHOICE_FIELD_TYPES, MULTI_CHOICE_FIELD_TYPES } from '@funnel/domain';
import type { FieldSpec } from '../definitions/specs.ts';
import type { FieldAnswer } from '@funnel/ingest';
import type { Random } from '../random/random.ts';

const SECOND_CHOICE_RATE = 0.4;

/** What one sender answers to the fields of a form, survey or quiz. */
export function answers(fields: readonly FieldSpec[], random: Random): FieldAnswer[] {
  return fields
    .filter((spec) => random.chance(spec.answered ?? 1))
    .map((spec) => ({ field: spec.field, fieldType: spec.fieldType, values: valuesOf(spec, random) }));
}

function valuesOf({ fieldType, choices = [] }: FieldSpec, random: Random): (string | null)[] {
  if (!includes(CHOICE_FIELD_TYPES, fieldType)) return [null];
  const first = random.pick(choices);
  if (!includes(MULTI_CHOICE_FIELD_TYPES, fieldType) || !random.chance(SECOND_CHOICE_RATE)) return [first];
  return [...new Set([first, random.pick(choices)])];
}

function includes(types: readonly string[], type: string): boolean {
  return types.includes(type);
}
