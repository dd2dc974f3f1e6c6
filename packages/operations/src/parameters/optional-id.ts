import { identifier } from './kinds.ts';
import type { Parameter } from './parameter.ts';

/** An id that filters: checked as any other, but nobody has to give it. */
export function optionalId(text: string): Parameter<number | undefined> {
  const id = identifier(text);
  const isGiven = (raw: unknown) =>
    raw !== undefined && raw !== null && raw !== '' && !(Array.isArray(raw) && raw.length === 0);
  return { ...id, isRequired: false, parse: (raw) => (isGiven(raw) ? id.parse(raw) : undefined) };
}
