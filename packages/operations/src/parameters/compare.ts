import { type CompareWith, isAbsent, parseDay, ServiceError } from '@funnel/domain';
import { z } from 'zod';
import { field, type Parameter } from './parameter.ts';

const DESCRIPTION =
  'With `extras=true` or `notes=true`: what the complete days are compared with. `before`: as many days directly before them; `year`: the same weekdays 52 weeks before; a date, YYYY-MM-DD: as many days from there. By default the same days of the month, quarter or year before, or the same weekdays whole weeks before.';
const RULE = 'before, year, or a date as YYYY-MM-DD';

/** Chooses the base of the fair comparison. Undefined: the usual one. */
export const compareParameter: Parameter<CompareWith | undefined> = {
  fields: {
    compare: field(z.string().optional(), { code: 'invalid_compare', description: DESCRIPTION }),
  },
  parse({ compare: given }) {
    if (isAbsent(given)) return undefined;
    if (given === 'before' || given === 'year') return given;
    const day = typeof given === 'string' ? parseDay(given) : undefined;
    if (day === undefined) throw invalidCompare(`compare must be ${RULE}.`);
    return day;
  },
};

/** The error of a base that cannot be one. */
export function invalidCompare(detail: string): ServiceError {
  return new ServiceError('invalid_compare', detail, { parameter: 'compare' });
}
