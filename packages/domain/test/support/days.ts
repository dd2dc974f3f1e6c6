import fc from 'fast-check';
import type { Window } from '../../src/index.ts';

const MS_PER_DAY = 86_400_000;

/** The day according to Date, which the calendar tests compare with. */
export const dateOf = (day: number): Date => new Date(day * MS_PER_DAY);

export const dayOfText = (text: string): number => Date.parse(`${text}T00:00:00Z`) / MS_PER_DAY;

export const LAST_DAY = dayOfText('9999-12-31');

/** Mostly near now and day 0, sometimes anywhere from 6000 BC to 9999. */
export const anyDay = fc.oneof(
  fc.integer({ min: -1_000, max: 30_000 }),
  fc.integer({ min: -2_900_000, max: LAST_DAY }),
);

export const windowOf = (start: string, end: string): Window => ({
  start: dayOfText(start),
  end: dayOfText(end),
});

export const anyWindow = (maxDays: number): fc.Arbitrary<Window> =>
  fc
    .tuple(anyDay, fc.integer({ min: 1, max: maxDays }))
    .map(([start, days]) => ({ start, end: start + days - 1 }));
