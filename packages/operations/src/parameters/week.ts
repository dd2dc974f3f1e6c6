import { bucketStart, parseDay } from '@funnel/domain';
import { z } from 'zod';
import { parameter } from './parameter.ts';

/** The Monday of a week, or nothing. */
export const week = parameter(
  'week',
  z
    .string()
    .refine((text) => isMonday(text))
    .optional()
    .meta({ format: 'date' }),
  {
    code: 'invalid_week',
    rule: 'the Monday of a week, YYYY-MM-DD',
    description: 'The week, named by its Monday, YYYY-MM-DD. The newest with a snapshot by default.',
  },
);

function isMonday(text: string): boolean {
  const day = parseDay(text);
  return day !== undefined && bucketStart(day, 'week') === day;
}
