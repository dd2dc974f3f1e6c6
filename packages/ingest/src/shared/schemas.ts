import { MAX_ID } from '@funnel/domain';
import { z } from 'zod';
import { parseTimestamp } from './timestamp.ts';

const CURRENCY = 'must be three capital letters, like EUR';
/** What a date-time must be, for messages. */
export const TIMESTAMP_WORDS =
  'must be an ISO 8601 date-time with offset and seconds from 00 to 59, like 2026-11-14T09:30:00Z';

export const id = z.int().min(1).max(MAX_ID);

/** A text that PostgreSQL can store. */
export const text = z
  .string()
  .refine(
    (value) => value.isWellFormed() && !value.includes('\u0000'),
    'must not contain null characters or broken surrogate pairs',
  );

/** An ISO 4217 code, exactly as it is written there. */
export const currency = z.string(CURRENCY).regex(/^[A-Z]{3}$/, CURRENCY);

export const timestampText = z.string({
  error: ({ input }) => (input === undefined ? undefined : TIMESTAMP_WORDS),
});

export const timestamp = timestampText
  .refine((value) => parseTimestamp(value) !== undefined, TIMESTAMP_WORDS)
  .transform((value) => new Date(parseTimestamp(value) ?? 0));
