export interface RetryOptions {
  /** How often a request is repeated; 3 by default, 0 for never. */
  retries?: number;
  /** The longest time to wait for one repetition, in milliseconds; a minute by default. */
  maxWaitMs?: number;
}

type Fetch = (request: Request) => Promise<Response>;

const REFUSED_FOR_NOW = new Set([429, 503]);
const RETRIES = 3;
const MAX_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 500;

/**
 * Repeats requests that are answered with 429 or 503, after the time in `Retry-After`, or after half a second, one second
 * and so on. Such a request was not worked on, so repeating it is safe for every method.
 */
export function withRetries(
  fetch: Fetch,
  { retries = RETRIES, maxWaitMs = MAX_WAIT_MS }: RetryOptions = {},
): Fetch {
  return async (request) => {
    for (let repetition = 0; ; repetition++) {
      const response = await fetch(request.clone());
      if (!REFUSED_FOR_NOW.has(response.status) || repetition >= retries) return response;
      const waitMs = waitOf(response, repetition);
      if (waitMs > maxWaitMs) return response;
      await response.body?.cancel();
      await sleep(waitMs, request.signal);
    }
  };
}

/** Up to a fifth longer, so that many clients do not come back at the same moment. */
function waitOf(response: Response, repetition: number): number {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const waitMs = seconds >= 0 ? seconds * 1000 : FIRST_WAIT_MS * 2 ** repetition;
  return waitMs * (1 + Math.random() / 5);
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
