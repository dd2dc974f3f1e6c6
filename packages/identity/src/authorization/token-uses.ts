import { type Database, ormOn, recordSecurityEvents } from '@funnel/db';
import { arrayLiteral, byteaArrayLiteral, int4, int4Array, nullable, text } from '@funnel/db/sql';
import type { WebsiteId } from '@funnel/domain';
import { secretHash } from '@funnel/secrets';
import { statement } from '../statement.ts';

interface TokenUse {
  /** The grant of the token: that of a personal token, or of an application. */
  grantId: string;
  /** The network that it was used from, if the service said so. */
  network?: string | undefined;
}

/** Remembers when and from where tokens were used. */
export type TokenUses = ReturnType<typeof createTokenUses>;

export interface TokenUsesOptions {
  database: Database;
  now: () => Date;
  /** Called when the uses could not be written. They are dropped: the next use is only a minute away. */
  onError: (error: unknown) => void;
  delayMs?: number;
}

const write = statement(
  'note-grant-uses',
  { grantIdHashes: text(), networks: text(), remembered: int4() },
  {
    network: text(),
    clientId: text(),
    websiteIds: int4Array<WebsiteId>(),
    userId: nullable(int4()),
    tokenId: nullable(int4()),
  },
);

const REPEAT_MS = 60_000;
const DELAY_MS = 1_000;
/** Per grant. Assistants in the cloud have many addresses. */
const REMEMBERED_NETWORKS = 100;

/**
 * Buffers the uses of tokens, so that checking a token writes nothing: one statement for all tokens of a second, and each
 * grant at most once a minute and network. A grant that is used from a new network is recorded as a security event.
 */
export function createTokenUses({ database, now, onError, delayMs = DELAY_MS }: TokenUsesOptions) {
  const notedAtMs = new Map<string, number>();
  let unwritten: TokenUse[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const uses = unwritten;
    unwritten = [];
    forgetOld();
    await writeUses(database, uses).catch(onError);
  }

  function forgetOld(): void {
    const oldest = now().getTime() - REPEAT_MS;
    // In the order of insertion, so the first recent one ends the search.
    for (const [use, atMs] of notedAtMs) {
      if (atMs > oldest) break;
      notedAtMs.delete(use);
    }
  }

  return {
    /** Notes a use. Never waits and never fails. */
    note(use: TokenUse): void {
      const key = `${use.grantId} ${use.network}`;
      const nowMs = now().getTime();
      const before = notedAtMs.get(key);
      if (before !== undefined && nowMs - before < REPEAT_MS) return;
      notedAtMs.delete(key);
      notedAtMs.set(key, nowMs);
      unwritten.push(use);
      timer ??= setTimeout(() => void flush(), delayMs).unref();
    },
    /** Writes what is still buffered. */
    close: async () => {
      if (unwritten.length > 0) await flush();
    },
  };
}

async function writeUses({ sql }: Database, uses: readonly TokenUse[]): Promise<void> {
  await sql.begin(async (transaction) => {
    const fromNew = await write(transaction, {
      grantIdHashes: byteaArrayLiteral(uses.map(({ grantId }) => secretHash(grantId))),
      networks: arrayLiteral(uses.map(({ network = '' }) => network)),
      remembered: REMEMBERED_NETWORKS,
    });
    const events = fromNew.map(({ network, ...use }) => ({
      ...use,
      kind: 'token_used_from_new_address' as const,
      address: network,
    }));
    await recordSecurityEvents(ormOn(transaction), ...events);
  });
}
