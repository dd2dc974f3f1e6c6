import { type Database, migrateDatabase, openDatabase } from '@funnel/db';

/** How a command connects to the database. */
export interface CommandDatabase {
  url: string;
  applicationName: string;
  maxConnections: number;
}

/** Migrates and opens the database for one command, and closes it afterwards. */
export async function withDatabase<T>(
  options: CommandDatabase,
  run: (database: Database) => Promise<T>,
): Promise<T> {
  await migrateDatabase(options.url);
  // A command may wait inside a transaction, for a file or for another batch.
  const database = openDatabase({ ...options, idleTransactionTimeoutMs: 0 });
  try {
    return await run(database);
  } finally {
    await database.close();
  }
}
