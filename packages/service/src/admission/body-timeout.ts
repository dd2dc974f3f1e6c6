import { ServiceError } from '@funnel/domain';

/** How long a caller may take to send a small body. */
export const BODY_TIMEOUT_MS = 5_000;

/** The caller has stopped sending, or sends too slowly. The connection cannot be used again. */
export function bodyTimeout(timeoutMs: number): ServiceError {
  const detail = `The body did not arrive within ${timeoutMs / 1000} s. Send it again, without pauses.`;
  return new ServiceError('body_timeout', detail, { headers: { Connection: 'close' } });
}

/** Waits for a body, but no longer than until its time is over or `signal` aborts. */
export async function receiveInTime<Result>(
  body: Promise<Result>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Result> {
  let [timer, onAbort]: [NodeJS.Timeout | undefined, () => void] = [undefined, () => {}];
  const over = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal?.reason as Error);
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    if (timeoutMs < Infinity) timer = setTimeout(() => reject(bodyTimeout(timeoutMs)), timeoutMs).unref();
  });
  body.catch(() => {}); // It may fail after the time is over.
  try {
    return await Promise.race([body, over]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
