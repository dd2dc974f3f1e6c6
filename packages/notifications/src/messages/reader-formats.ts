import { type Day, dayOf } from '@funnel/domain';
import type { Formats } from '@funnel/words';
import type { Reader } from './message.ts';

/** Numbers, money and dates as a reader writes them. */
export interface ReaderFormats extends Formats {
  /** Whole units from a hundred on, if `isRough`. */
  money: (cents: string, currency: string, options?: { isRough?: boolean }) => string;
  /** "+4%". */
  change: (percentage: number) => string;
  /** "Nov 10". */
  shortDay: (day: Day) => string;
  /** A moment in the time zone of the reader: "Tuesday, November 10 at 2:02 PM GMT+1". */
  moment: (instant: Date) => string;
  /** The time alone if it is today there, otherwise with its day. */
  shortMoment: (instant: Date) => string;
}

const MS_PER_DAY = 86_400_000;
const ROUGH_FROM_CENTS = 10_000n;
const DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const;
const TIME = { hour: 'numeric', minute: '2-digit' } as const;

/** Makes the formats of a reader. `now` tells which year and which day need no words. */
export function formatsOf({ language, timeZone }: Reader, now: Date): ReaderFormats {
  const locale = known(language, 'en', (tag) => Intl.getCanonicalLocales(tag));
  const zone = known(timeZone, 'UTC', (name) => new Intl.DateTimeFormat('en', { timeZone: name }));
  const numbers = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options);
  const dates = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options);
  const [number, percent] = [numbers({}), numbers({ style: 'percent', maximumFractionDigits: 2 })];
  const changes = numbers({ style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 });
  // Making a format takes longer than using it, and a digest shows money many times.
  const moneyFormats = new Map<string, MoneyFormat>();
  const dateIn = (instant: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(instant);
  const instantOf = (day: Day) => new Date(day * MS_PER_DAY);
  const isThisYear = (day: Day) => instantOf(day).getUTCFullYear() === instantOf(dayOf(now)).getUTCFullYear();
  return {
    number: (value) => number.format(value),
    percent: (percentage) => percent.format(percentage / 100),
    money: (cents, currency, { isRough = false } = {}) => {
      const isWhole = isRough && magnitude(BigInt(cents)) >= ROUGH_FROM_CENTS;
      const key = `${currency} ${isWhole}`;
      const format = moneyFormats.get(key) ?? moneyFormat(locale, currency, isWhole);
      moneyFormats.set(key, format);
      return format(decimalText(BigInt(cents)));
    },
    change: (percentage) => changes.format(percentage / 100),
    day: (day) =>
      dates({ ...DAY, ...(isThisYear(day) ? {} : { year: 'numeric' }), timeZone: 'UTC' }).format(
        instantOf(day),
      ),
    shortDay: (day) => dates({ day: 'numeric', month: 'short', timeZone: 'UTC' }).format(instantOf(day)),
    moment: (instant) => dates({ ...DAY, ...TIME, timeZoneName: 'short', timeZone: zone }).format(instant),
    shortMoment: (instant) => {
      const isToday = dateIn(instant) === dateIn(now);
      const day = isToday ? {} : ({ day: 'numeric', month: 'short' } as const);
      return dates({ ...day, ...TIME, timeZone: zone }).format(instant);
    },
  };
}

/** The value, or another one if this machine does not know it: a message is sent all the same. */
function known(value: string, fallback: string, check: (value: string) => unknown): string {
  try {
    check(value);
    return value;
  } catch {
    return fallback;
  }
}

/** Of a text, not a number: it may have more digits than a number holds. */
type MoneyFormat = (amount: `${number}`) => string;

function moneyFormat(locale: string, currency: string, isWhole: boolean): MoneyFormat {
  const digits = isWhole ? { maximumFractionDigits: 0 } : {};
  try {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits });
    return (amount) => format.format(amount);
  } catch {
    const format = new Intl.NumberFormat(locale, { minimumFractionDigits: isWhole ? 0 : 2, ...digits });
    return (amount) => `${currency} ${format.format(amount)}`;
  }
}

function decimalText(cents: bigint): `${number}` {
  const digits = magnitude(cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`;
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}
