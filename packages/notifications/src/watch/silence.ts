/** How a website usually speaks. */
export interface UsualSpeech {
  /** How long it has said nothing, in hours. */
  silentHours: number;
  /** The longest silence of each of the last days that were watched, in hours. */
  gaps: readonly number[];
  /** Its events on each of the last whole days. */
  dailyEvents: readonly number[];
}

/** A shorter silence is nobody's concern. */
const MIN_HOURS = 2;
/** The risk of one alarm without a cause, if events came at random: ln of one in a million. */
const UNLIKELY = Math.log(1e6);
/** Longer than any night. Until a whole week was watched, nobody knows how long a website may be silent. */
const A_LONG_NIGHT = 14;
const WEEK_DAYS = 7;
/** It may be silent for twice as long as it was before. */
const LONGER = 2;
const MIN_DAYS = 7;

/**
 * How many events usually come in such a time, if the silence is unlikely; undefined if it is not. Websites sleep at night and on Sundays: a silence is
 * compared with the longest that was seen.
 */
export function unlikelySilence({ silentHours, gaps, dailyEvents }: UsualSpeech): number | undefined {
  if (dailyEvents.length < MIN_DAYS) return undefined;
  const perHour = median(dailyEvents) / 24;
  const expected = perHour * silentHours;
  const longest = Math.max(...gaps, 0);
  const atLeast = gaps.length >= WEEK_DAYS ? LONGER * longest : Math.max(A_LONG_NIGHT, LONGER * longest);
  if (silentHours < Math.max(MIN_HOURS, atLeast) || expected < UNLIKELY) return undefined;
  // A website that rested on one of these days may rest again.
  const rests = dailyEvents.some((events) => events < perHour);
  if (rests && gaps.length < WEEK_DAYS) return undefined;
  return Math.round(expected);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

/** Of how many days the longest silence is remembered. */
const REMEMBERED_DAYS = 28;

/** Adds a silence that has ended to what is remembered, in minutes: one number for each day. */
export function rememberGap(
  gaps: readonly number[],
  { minutes, isNewDay }: { minutes: number; isNewDay: boolean },
): number[] {
  const today = isNewDay ? 0 : (gaps.at(-1) ?? 0);
  const before = isNewDay ? gaps : gaps.slice(0, -1);
  return [...before, Math.max(today, minutes)].slice(-REMEMBERED_DAYS);
}
