/** Runs what waits for somebody else's server. */
export type WaitingShare = <Result>(whom: string, ask: () => Promise<Result>) => Promise<Result>;

/** So many wait for the same server, or for the same network, already. */
export class TooManyWaiting extends Error {
  constructor() {
    super('Too many requests wait for other servers.');
  }
}

/**
 * Limits how many requests wait for other servers: `max` together, and `maxEach` for the same one. A request that waits holds a place
 * of the service, so a slow server would otherwise take the places of everybody. One too many is refused at once. Up to `maxFirst`
 * together, somebody for whom nobody waits gets a place: otherwise two slow servers would stop all others.
 */
export function createWaitingShare({
  max,
  maxEach,
  maxFirst = max,
}: {
  max: number;
  maxEach: number;
  maxFirst?: number;
}): WaitingShare {
  const waiting = new Map<string, number>();
  let all = 0;
  return async (whom, ask) => {
    const own = waiting.get(whom) ?? 0;
    if (all >= (own === 0 ? maxFirst : max) || own >= maxEach) throw new TooManyWaiting();
    all += 1;
    waiting.set(whom, own + 1);
    try {
      return await ask();
    } finally {
      all -= 1;
      const left = (waiting.get(whom) ?? 1) - 1;
      if (left > 0) waiting.set(whom, left);
      else waiting.delete(whom);
    }
  };
}
