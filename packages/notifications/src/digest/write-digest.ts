import { type Database, inReadTransaction } from '@funnel/db';
import { parseDay } from '@funnel/domain';
import type { Reader } from '../channels/readers.ts';
import type { WeeklyDigest } from '../messages/message.ts';
import type { ClaimedMessage } from '../outbox/outbox-store.ts';
import { composeDigest } from './compose-digest.ts';
import { readDigest } from './read-digest.ts';

/** How long to wait for the snapshots of the week. */
const PATIENCE_MS = 3 * 3_600_000;

/** The digest of a reader, or that it has to wait for the numbers of the week. Written anew for each attempt: with what its reader may see then. */
export async function writeDigest(
  database: Database,
  { claimed, readers, now }: { claimed: ClaimedMessage; readers: readonly Reader[]; now: Date },
): Promise<{ digest: WeeklyDigest | undefined } | { postponed: string; seconds: number }> {
  const week = parseDay(claimed.key.replace('digest ', ''));
  if (week === undefined) throw new Error(`The key of a digest names no week: ${claimed.key}`);
  const wanting = readers.filter(({ digest, muted }) => digest && !muted.includes(0));
  if (wanting.length === 0) return { digest: undefined };
  const ids = wanting.map(({ websiteId }) => websiteId);
  const read = await inReadTransaction(database, ids, (connection) =>
    readDigest(connection, { week, readers: wanting }),
  );
  if (read.length === 0) return { digest: undefined };
  const waitedMs = now.getTime() - claimed.createdAt.getTime();
  if (waitedMs < PATIENCE_MS && read.some(({ isCounted }) => !isCounted))
    return { postponed: 'the week is not counted yet', seconds: pauseAfter(waitedMs) };
  return { digest: composeDigest(week, read) };
}

/** Soon at first, then now and then. */
function pauseAfter(waitedMs: number): number {
  return Math.round(Math.min(Math.max(10, waitedMs / 5_000), 600));
}
