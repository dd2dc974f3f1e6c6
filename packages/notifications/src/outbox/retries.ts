const [SECOND, MINUTE, HOUR] = [1, 60, 3_600];

/** The pauses between attempts, in seconds: ten attempts within a little more than three days. */
const RETRY_SECONDS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/** A receiver that asks for a longer pause is asked again after this. */
const LONGEST_WISH_SECONDS = HOUR;
/** All messages of a receiver that was away do not come at the same moment. */
const JITTER = 0.1;

/** In how many seconds a message is tried again after its attempts; undefined if it was tried often enough. */
export function retryAfter(
  attempts: number,
  { random, wishSeconds = 0 }: { random: number; wishSeconds?: number | undefined },
): number | undefined {
  const planned = RETRY_SECONDS[attempts - 1];
  if (planned === undefined) return undefined;
  return Math.round(Math.max(planned * (1 + JITTER * random), Math.min(wishSeconds, LONGEST_WISH_SECONDS)));
}
