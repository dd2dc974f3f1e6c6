/** PostgreSQL computes the next statement while Node reads the answer to the last one. Each may hold some megabytes of sketches. */
const AT_ONCE = 4;

/**
 * Works on items in their order, some at a time. After a failure it begins no other item, waits for those that are under way, and
 * rejects with the first cause: a statement that came after the end of its transaction would reach a connection that others use.
 */
export async function sideBySide<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  let failure: { cause: unknown } | undefined;
  const goOn = async () => {
    for (let next = left.next(); !next.done; next = left.next()) {
      try {
        await work(next.value);
      } catch (cause) {
        failure ??= { cause };
      }
      if (failure) return;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, goOn));
  if (failure) throw failure.cause;
}
