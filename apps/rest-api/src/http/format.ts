import { isAbsent } from '@funnel/domain';
import type { Hint, Operation } from '@funnel/operations';
import type { Request } from 'express';
import { CSV } from '../csv/table.ts';
import type { RawParameters } from './query.ts';

/** The parameters that every endpoint knows beside those of its operation; `notes`, `extras` and `compare` are known to all. */
export const OWN_PARAMETERS = ['format'];

/** With and without the charset. */
const CSV_TYPES = [CSV, `${CSV}; charset=utf-8`];

/** Whether the caller wants CSV. `format` takes precedence over the header, for browsers, which ask for HTML. */
export function wantsCsv(req: Request, { format }: RawParameters): boolean {
  if (format === 'csv' || format === 'json') return format === 'csv';
  return CSV_TYPES.includes(String(req.accepts(['json', ...CSV_TYPES])));
}

/** `format`, `notes`, `extras` and `compare`, where they had no effect: not every answer has rows, and CSV has nothing beside them. */
export function unusedFormat(
  { format, notes, extras, compare }: RawParameters,
  { operation, isCsv }: { operation: Operation; isCsv: boolean },
): Hint[] {
  const isMet = isAbsent(format) || format === 'json' || (format === 'csv' && isCsv);
  const isNoted = isAbsent(notes) || (operation.tool !== undefined && !isCsv);
  const isExtended = isAbsent(extras) || (operation.hasExtras && !isCsv);
  const isWanted = ![notes, extras].every((one) => isAbsent(one) || isFalse(one));
  const isChosen = isAbsent(compare) || (operation.hasComparison && isWanted && !isCsv);
  const used = Object.entries({ format: isMet, notes: isNoted, extras: isExtended, compare: isChosen });
  return used.flatMap(([name, isUsed]) => (isUsed ? [] : { code: 'unused_parameter', name }));
}

function isFalse(value: unknown): boolean {
  return /^(false|0)$/i.test(String(value));
}
