import { dateText, type Day, numberText } from '@funnel/domain';

export interface Formats {
  number: (value: number) => string;
  /** Of a percentage: 12.5 is "12.5 %". */
  percent: (percentage: number) => string;
  day: (day: Day) => string;
}

/** The numbers of notes and insights: "1,234.5", "12.5 %". */
export const PLAIN_NUMBERS = { number: numberText, percent: percentText };

/**
 * The formats of notes and insights: their numbers, and "9 November".
 * @example
 * assert.equal(plainFormats(20_408).percent(12.5), '12.5 %');
 */
export function plainFormats(today: Day): Formats {
  return { ...PLAIN_NUMBERS, day: (day) => dateText(day, today) };
}

/** Formats 12.5 as "12.5 %". */
export function percentText(percentage: number): string {
  return `${numberText(percentage)} %`;
}
