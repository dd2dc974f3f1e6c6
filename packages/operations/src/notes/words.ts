import { type Day, dayOf, formatDay, numberText, plainName } from '@funnel/domain';

const MAX_NAME = 30;

/** The quoted name of a campaign or website, or what to say instead of an empty one. */
export function quoted(name: string, fallback = 'no name'): string {
  const plain = plainName(name, MAX_NAME);
  return plain === '' ? fallback : `“${plain}”`;
}

/** Formats a change with its sign: "+1,234.5", "-3", "0". */
export function signed(value: number | bigint): string {
  return `${value > 0 ? '+' : ''}${numberText(value)}`;
}

/** The difference of two rates in percentage points. */
export function pointsText(now: number, before: number): string {
  return `${signed(roundedPoints(now - before))} points`;
}

/** Points with 2 decimals; never -0. */
export function roundedPoints(points: number): number {
  return Math.round(points * 100) / 100 + 0;
}

/** The letter of a variant, or its id if it has none. */
export function letterOf({ id, variation }: { id: number; variation: string }): string {
  return plainName(variation, MAX_NAME).toUpperCase() || String(id);
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** A day as people say it: "9 November", with the year if it is not this one. */
export function dateText(day: Day, now: Date): string {
  const [year = '', month = '', date = ''] = formatDay(day).split('-');
  const text = `${Number(date)} ${MONTHS[Number(month) - 1]}`;
  return formatDay(dayOf(now)).startsWith(`${year}-`) ? text : `${text} ${year}`;
}
