import type { ErrorCode } from '@funnel/domain';
import { type Parameter, parameter } from './parameter.ts';

const MAX_ID = 2_147_483_647;
const PLAIN_DIGITS = /^[1-9]\d*$/;

/** One word of a closed list. */
export function choice<Value extends string, Absent>(definition: {
  name: string;
  code: ErrorCode;
  values: readonly Value[];
  absent: Value | Absent;
  text: string;
}): Parameter<Value | Absent> {
  const { name, code, values, absent, text } = definition;
  return parameter<Value | Absent>({
    name,
    code,
    schema: {
      type: 'string',
      enum: values,
      ...(absent === undefined ? {} : { default: absent }),
      description: text,
    },
    absent,
    rule: `one of ${values.join(', ')}`,
    allowed: values,
    read: (raw) => values.find((value) => value === raw),
  });
}

/** A whole number from 1; above the maximum, the maximum. */
export function positiveInteger(definition: {
  name: string;
  code: ErrorCode;
  absent: number;
  maximum?: number;
  text: string;
}): Parameter<number> {
  const { name, code, absent, maximum, text } = definition;
  return parameter({
    name,
    code,
    schema: {
      type: 'integer',
      minimum: 1,
      ...(maximum ? { maximum } : {}),
      default: absent,
      description: text,
    },
    absent,
    rule: 'a whole number from 1',
    read(raw) {
      const value = integerOf(raw);
      return value === undefined ? undefined : Math.min(value, maximum ?? Number.MAX_SAFE_INTEGER);
    },
  });
}

export function identifier(text: string): Parameter<number> {
  return parameter({
    name: 'id',
    code: 'invalid_id',
    schema: { type: 'integer', minimum: 1, maximum: MAX_ID, description: text },
    isRequired: true,
    absent: 0,
    rule: `a whole number from 1 to ${MAX_ID}`,
    read(raw) {
      const value = integerOf(raw);
      return value === undefined || value > MAX_ID ? undefined : value;
    },
  });
}

/** true, false, 1, 0 in any case, as text or JSON. */
export function flag(definition: { name: string; code: ErrorCode; text: string }): Parameter<boolean> {
  const { name, code, text } = definition;
  return parameter({
    name,
    code,
    schema: { type: 'boolean', default: false, description: text },
    absent: false,
    rule: 'true or false',
    allowed: ['true', 'false'],
    read(raw) {
      const word = String(raw).toLowerCase();
      if (word === 'true' || word === '1') return true;
      return word === 'false' || word === '0' ? false : undefined;
    },
  });
}

export function freeText(definition: {
  name: string;
  code: ErrorCode;
  text: string;
}): Parameter<string | undefined> {
  const { name, code, text } = definition;
  return parameter<string | undefined>({
    name,
    code,
    schema: { type: 'string', description: text },
    absent: undefined,
    rule: 'a text',
    // A null character cannot be part of any stored name; PostgreSQL would refuse it.
    read: (raw) => (typeof raw === 'string' ? raw.replaceAll('\u0000', '\uFFFD') : undefined),
  });
}

/** Plain digits without sign or leading zero, or a JSON number. */
function integerOf(raw: unknown): number | undefined {
  const isInteger =
    typeof raw === 'number'
      ? Number.isInteger(raw) && raw >= 1
      : typeof raw === 'string' && PLAIN_DIGITS.test(raw);
  return isInteger ? Number(raw) : undefined;
}
