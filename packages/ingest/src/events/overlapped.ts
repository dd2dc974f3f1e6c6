/**
 * Does `work` on each item, two at a time. Each is handed the promise of the one before: what must happen in
 * order waits for it, the rest overlaps. Ends early, with what is under way finished, when `signal` says so.
 */
export async function overlapped<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (item: Item, after: Promise<void>) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  let [last, lastButOne]: [Promise<void>, Promise<void>] = [Promise.resolve(), Promise.resolve()];
  for await (const item of items) {
    await lastButOne;
    if (signal?.aborted) break;
    const current = work(item, last);
    current.catch(() => {}); // awaited later; must not count as unhandled meanwhile
    [last, lastButOne] = [current, last];
  }
  await last;
}
