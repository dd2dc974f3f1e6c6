import type { Database } from '@funnel/db';
import { readConfig } from '@funnel/service';
import { tokenConfig } from '../../config.ts';
import type { CommandContext } from '../../context.ts';
import { withDatabase } from '../../with-database.ts';

/** Runs a verb of `token` on the database. */
export function withTokens(
  context: CommandContext,
  use: (database: Database) => Promise<void>,
): Promise<void> {
  const config = readConfig(tokenConfig, context.env);
  return withDatabase(context, config, use);
}
