const DAY_MS = 86_400_000;
const DAY = { day: 'numeric', month: 'short' } as const;
const CLOCK = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
/** As wide as a plus. */
const MINUS = '−';
/** Between a number and its sign; the line does not break there. */
const NARROW = '\u00a0';

/** How numbers and days are written for one person and one website. */
export interface Format {
  count: (value: number) => string;
  /** For axes: 12K. */
  short: (value: number) => string;
  /** In the currency of the page, or in the given one. Without any it is a plain number. */
  money: (value: number, currency?: string) => string;
  percent: (value: number) => string;
  /** A percent change with its sign; a dash where the value before is 0. */
  change: (value: number | null | undefined) => string;
  /** A day, or the month or year that begins with it. */
  bucket: (date: string, groupBy: string) => string;
  days: (start: string, end: string) => string;
  /** A moment, as the clock of the reader shows it. */
  time: (timestamp: string) => string;
}

/** Creates the formats of a language, and of a currency if one is known. */
export function formatOf(locale: string | undefined, currency?: string): Format {
  const language = supported(locale);
  const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options);
  const counts = number({ maximumFractionDigits: 0 });
  const compact = number({ notation: 'compact', maximumFractionDigits: 1 });
  const rates = number({ maximumFractionDigits: 1 });
  // 0.38 and 0.42 would be the same with one digit.
  const small = number({ maximumFractionDigits: 2 });
  const changes = number({ maximumFractionDigits: 0, signDisplay: 'exceptZero' });
  const money = moneyFormat(language, currency, 'narrowSymbol');
  const dates = (year: boolean) =>
    new Intl.DateTimeFormat(language, { ...DAY, timeZone: 'UTC', ...(year && { year: 'numeric' }) });
  const [short, long] = [dates(false), dates(true)];
  const months = new Intl.DateTimeFormat(language, { month: 'short', year: '2-digit', timeZone: 'UTC' });
  const times = new Intl.DateTimeFormat(language, { ...DAY, year: 'numeric', ...CLOCK });
  return {
    count: (value) => counts.format(value),
    short: (value) => compact.format(value),
    // Beside other currencies, because $ alone may be of several.
    money: (value, other) =>
      other === undefined ? money(value) : moneyFormat(language, other, 'symbol')(value),
    percent: (value) => `${(Math.abs(value) < 1 ? small : rates).format(value)}${NARROW}%`,
    change: (value) =>
      value === null || value === undefined ? '–' : `${changes.format(value).replace('-', MINUS)}${NARROW}%`,
    bucket: (date, groupBy) => {
      if (groupBy === 'year') return date.slice(0, 4);
      return (groupBy === 'month' || groupBy === 'quarter' ? months : short).format(new Date(date));
    },
    time: (timestamp) => times.format(new Date(timestamp)),
    days: (start, end) => long.formatRange(new Date(start), new Date(end)),
  };
}

/** How many days a window has; both ends are part of it. */
export function daysBetween(start: string, end: string): number {
  return Math.round((Date.parse(end.slice(0, 10)) - Date.parse(start.slice(0, 10))) / DAY_MS) + 1;
}

/** A currency may be any text: an unknown one stands behind the number. */
function moneyFormat(
  language: string,
  currency: string | undefined,
  currencyDisplay: 'narrowSymbol' | 'symbol',
): (value: number) => string {
  const digits = (value: number) => {
    const count = Math.abs(value) >= 1000 || Number.isInteger(value) ? 0 : 2;
    return { minimumFractionDigits: count, maximumFractionDigits: count };
  };
  const plain = (value: number) => new Intl.NumberFormat(language, digits(value)).format(value);
  if (currency === undefined) return plain;
  if (!/^[A-Z]{3}$/.test(currency)) return (value) => `${plain(value)} ${currency}`;
  const style = { style: 'currency', currency, currencyDisplay } as const;
  return (value) => new Intl.NumberFormat(language, { ...style, ...digits(value) }).format(value);
}

function supported(locale: string | undefined): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale ?? 'en')[0] ?? 'en';
  } catch {
    return 'en';
  }
}
