import type { Database } from '@funnel/db';
import { readConfig } from '@funnel/service';
import { tokenConfig } from '../../config.ts';
import type { CliContext } from '../../context.ts';
import { withDatabase } from '../../with-database.ts';

/** Runs a verb of `token` on the database. */
export function withTokens(
  context: CliContext,
  use: (database: Database) => Promise<number>,
): Promise<number> {
  const config = readConfig(tokenConfig, context.env);
  return withDatabase(context, config, { name: 'funnel-token', maxConnections: 1 }, use);
}
