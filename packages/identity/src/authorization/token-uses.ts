import type { Database } from '@funnel/db';
import { byteaArrayLiteral, text } from '@funnel/db/sql';
import { secretHash } from '../secrets.ts';
import { statement } from '../statement.ts';

/** Remembers when personal tokens were used. */
export interface TokenUses {
  /** Notes a use. Never waits and never fails. */
  note(token: string): void;
  /** Writes what is still buffered. */
  close(): Promise<void>;
}

/** Options of `createTokenUses`. */
export interface TokenUsesOptions {
  database: Database;
  now: () => Date;
  /** Called when the uses could not be written. They are dropped: the next use is only a minute away. */
  onError: (error: unknown) => void;
  /** How long uses are buffered. */
  delayMs?: number;
}

const write = statement('note-token-uses', { tokenHashes: text() }, {});

const REPEAT_MS = 60_000;
const DELAY_MS = 1_000;

/**
 * Buffers the uses of personal tokens, so that checking a token writes nothing: one statement for all tokens of a
 * second, and each token at most once a minute.
 */
export function createTokenUses({ database, now, onError, delayMs = DELAY_MS }: TokenUsesOptions): TokenUses {
  const notedAtMs = new Map<string, number>();
  let unwritten: string[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const tokenHashes = byteaArrayLiteral(unwritten.map(secretHash));
    unwritten = [];
    forgetOld();
    await write(database.sql, { tokenHashes }).catch(onError);
  }

  function forgetOld(): void {
    const oldest = now().getTime() - REPEAT_MS;
    // In the order of insertion, so the first recent one ends the search.
    for (const [token, atMs] of notedAtMs) {
      if (atMs > oldest) break;
      notedAtMs.delete(token);
    }
  }

  return {
    note(token) {
      const nowMs = now().getTime();
      const before = notedAtMs.get(token);
      if (before !== undefined && nowMs - before < REPEAT_MS) return;
      notedAtMs.delete(token);
      notedAtMs.set(token, nowMs);
      unwritten.push(token);
      timer ??= setTimeout(() => void flush(), delayMs).unref();
    },
    close: async () => {
      if (unwritten.length > 0) await flush();
    },
  };
}
