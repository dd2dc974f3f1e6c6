import { distributeDatabase, DistributionError, migrateDatabase } from '@funnel/admin';
import { readConfig } from '@funnel/service';
import { databaseConfig } from '../config.ts';
import { type Command, UsageError } from '../context.ts';
import { parseIdOption, parseOptions } from '../options.ts';
import { withSession } from '../with-database.ts';

/** `distribute`: Citus, for more than one database machine. */
export const distribute: Command = {
  usage: 'distribute [--shards N]',
  summary:
    'Distributes the data of the websites over the workers of Citus. Stop the services first: it moves every row.\n' +
    'All or nothing, and it can be run again: after a migration with a new table, or after an interruption.\n' +
    '--shards: into how many parts, 32 by default. Only the first run decides it.',
  async run(context) {
    const { argv, env, stderr } = context;
    const { values } = parseOptions({ args: argv, options: { shards: { type: 'string' } } });
    const shards =
      values.shards === undefined
        ? undefined
        : parseIdOption(values.shards, '--shards must be a number above 0.');
    const config = readConfig(databaseConfig, env);
    const { tables, workers } = await withSession(context, config, 'funnel-distribute', async (session) => {
      await migrateDatabase(session.url, session);
      const onTable = (table: string) => void stderr.write(`Distributing ${table} …\n`);
      return distributeDatabase(session.url, { ...session, shards, onTable });
    }).catch(explain);
    stderr.write(
      tables.length === 0
        ? `Everything was distributed before. Workers: ${workers}.\n`
        : `Distributed ${tables.length} tables. Workers: ${workers}.\n`,
    );
    return 0;
  },
};

function explain(error: unknown): never {
  if (error instanceof DistributionError) throw new UsageError(error.message);
  throw error;
}
