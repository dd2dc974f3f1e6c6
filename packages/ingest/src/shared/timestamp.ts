const PATTERN =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d\d)(?::?(\d\d))?)$/;

/** Parses an ISO 8601 date-time with any offset to milliseconds since 1970; undefined if it is invalid. */
export function parseTimestamp(text: string): number | undefined {
  const match = PATTERN.exec(text);
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [hour, minute, second] = [Number(match[4]), Number(match[5]), Number(match[6] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const utc = Date.UTC(
    year,
    month - 1,
    day,
    hour,
    minute,
    second,
    Number((match[7] ?? '0').slice(0, 3).padEnd(3, '0')),
  );
  const isRealDate = month >= 1 && month <= 12 && new Date(utc).getUTCDate() === day && year >= 1;
  const offsetHours = Number(match[9] ?? 0);
  const offsetMinutes = Number(match[10] ?? 0);
  if (!isRealDate || offsetHours > 23 || offsetMinutes > 59) return undefined;
  const offset = (offsetHours * 60 + offsetMinutes) * 60_000;
  return match[8] === '-' ? utc + offset : utc - offset;
}
