import { LRUCache } from 'lru-cache';
import { TooManyWaiting } from '../client-metadata/waiting-share.ts';

/** Asks for what a key stands for, unless the answer is known. */
export type AskedOnce<Value> = (key: string, ask: () => Promise<Value>) => Promise<Value>;

const MAX_KEYS = 1_000;

/**
 * Asks once for everybody who wants the same at the same time, and remembers the answer. A failure is remembered for a moment: a server
 * that does not answer is not asked again by each request. That there was no place to ask is no failure of the server.
 */
export function createAskedOnce<Value>({
  knownForMs,
  failedForMs,
}: {
  knownForMs: number;
  failedForMs: number;
}): AskedOnce<Value> {
  const known = new LRUCache<string, Promise<Value>>({ max: MAX_KEYS });
  return (key, ask) => {
    const before = known.get(key);
    if (before) return before;
    const asked = ask();
    known.set(key, asked, { ttl: knownForMs });
    asked.catch((error: unknown) => {
      if (error instanceof TooManyWaiting) known.delete(key);
      else known.set(key, asked, { ttl: failedForMs });
    });
    return asked;
  };
}
