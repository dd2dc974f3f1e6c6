import { randomBytes } from 'node:crypto';
import { migrateDatabase } from '@funnel/admin';
import { type Database, openDatabase, type SessionOptions } from '@funnel/db';
import type { CommandContext } from './context.ts';
import { explainHeldUp } from './held-up.ts';
import { type Waits, watchWaits } from './waits.ts';

interface DatabaseConfig {
  DATABASE_URL: string;
  COMMAND_LOCK_TIMEOUT_MS: number;
}

export interface CommandSession extends Required<SessionOptions> {
  url: string;
  applicationName: string;
  lockTimeoutMs: number;
  idleTransactionTimeoutMs: number;
  say: (message: string) => void;
  waits: Waits;
}

/** A batch may wait in its transaction while others wait for locks: this limit is longer, so theirs comes first. */
const IDLE_PER_LOCK_TIMEOUT = 3;

/** Runs the work of a command with limits for its waits. If one is reached, the error says who held it up. */
export async function withSession<T>(
  { name, say }: CommandContext,
  { DATABASE_URL: url, COMMAND_LOCK_TIMEOUT_MS: lockTimeoutMs }: DatabaseConfig,
  run: (session: CommandSession) => Promise<T>,
): Promise<T> {
  // Two commands may have the same name.
  const applicationName = `funnel-${name}-${randomBytes(3).toString('hex')}`;
  const waits = watchWaits(url, applicationName);
  const idleTransactionTimeoutMs = IDLE_PER_LOCK_TIMEOUT * lockTimeoutMs;
  try {
    return await run({ url, applicationName, lockTimeoutMs, idleTransactionTimeoutMs, say, waits });
  } catch (error) {
    throw explainHeldUp(error, waits, lockTimeoutMs);
  } finally {
    await waits.close();
  }
}

/** Migrates and opens the database for one command, and closes it afterwards. */
export function withDatabase<T>(
  context: CommandContext,
  config: DatabaseConfig,
  run: (database: Database, session: CommandSession) => Promise<T>,
): Promise<T> {
  return withSession(context, config, async (session) => {
    await migrateDatabase(session.url, session);
    const database = openDatabase({ ...session, maxConnections: context.connections });
    try {
      return await run(database, session);
    } finally {
      await database.close();
    }
  });
}
