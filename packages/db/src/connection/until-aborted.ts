/**
 * Waits for the work, but no longer than until `signal` aborts. The work goes on; nobody waits for it.
 * @example
 * const never = new Promise<void>(() => {});
 * const gone = AbortSignal.abort(new Error('gone'));
 * await assert.rejects(untilAborted(gone, never), { message: 'gone' });
 */
export async function untilAborted<Result>(
  signal: AbortSignal | undefined,
  work: Promise<Result>,
): Promise<Result> {
  if (!signal) return work;
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  work.catch(() => {}); // It may fail after the race is decided.
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
