import { distributeDatabase, DistributionError, migrateDatabase } from '@funnel/admin';
import { readConfig } from '@funnel/service';
import { databaseConfig } from '../config.ts';
import { type Command, UsageError } from '../context.ts';
import { parseIdOption, parseOptions, TEXT } from '../options.ts';
import { withSession } from '../with-database.ts';

export const distribute: Command = {
  usage: 'distribute [--shards N]',
  summary:
    'Distributes the data of the websites over the workers of Citus. Stop the services first: it moves every row.\n' +
    'All or nothing, and it can be run again: after a migration with a new table, or after an interruption.\n' +
    '--shards: into how many parts, 32 by default. Only the first run decides it.',
  async run(context) {
    const { argv, env, say } = context;
    const { shards: given } = parseOptions(argv, { shards: TEXT });
    const shards = parseIdOption(given, '--shards must be a number above 0.');
    const config = readConfig(databaseConfig, env);
    const { tables, workers } = await withSession(context, config, async (session) => {
      await migrateDatabase(session.url, session);
      const onTable = (table: string) => say(`Distributing ${table} …`);
      return distributeDatabase(session.url, { ...session, shards, onTable });
    }).catch(explain);
    const done =
      tables.length === 0 ? 'Everything was distributed before' : `Distributed ${tables.length} tables`;
    say(`${done}. Workers: ${workers}.`);
  },
};

function explain(error: unknown): never {
  if (error instanceof DistributionError) throw new UsageError(error.message);
  throw error;
}
