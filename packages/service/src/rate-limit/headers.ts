const POLICY = 'per-minute';

export interface Allowance {
  /** Requests in a window. */
  limit: number;
  windowSeconds: number;
  /** What is left of them in this one. */
  remaining: number;
  /** Until it ends. */
  msLeft: number;
}

/** `RateLimit` and `RateLimit-Policy` of the IETF draft "RateLimit header fields for HTTP". */
export function rateLimitHeaders({
  limit,
  windowSeconds,
  remaining,
  msLeft,
}: Allowance): Record<string, string> {
  return {
    'RateLimit-Policy': `"${POLICY}";q=${limit};w=${windowSeconds}`,
    RateLimit: `"${POLICY}";r=${Math.max(0, remaining)};t=${secondsOf(msLeft)}`,
  };
}

/** Whole seconds, never too few. */
export function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
