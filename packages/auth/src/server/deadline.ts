/**
 * Calls `expire` after this time; returns a function that cancels it. After a pause of this process, the timer runs
 * before the responses that have arrived meanwhile are read. They must not count as late, so those are read first.
 */
export function startDeadline(timeoutMs: number, expire: () => void): () => void {
  let immediate: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    immediate = setImmediate(expire);
  }, timeoutMs);
  return () => {
    clearTimeout(timer);
    clearImmediate(immediate);
  };
}
