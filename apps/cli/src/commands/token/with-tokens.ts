import type { Database } from '@funnel/db';
import { readConfig } from '@funnel/service';
import { tokenConfig } from '../../config.ts';
import type { CliContext } from '../../context.ts';
import { withDatabase } from '../../with-database.ts';

/** Runs a verb of `token` on the database. */
export function withTokens(
  { env }: CliContext,
  use: (database: Database) => Promise<number>,
): Promise<number> {
  const { DATABASE_URL: url } = readConfig(tokenConfig, env);
  return withDatabase({ url, applicationName: 'funnel-token', maxConnections: 1 }, use);
}
