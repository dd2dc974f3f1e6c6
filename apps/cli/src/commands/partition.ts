import { migrateDatabase, partitionEvents } from '@funnel/admin';
import { readConfig } from '@funnel/service';
import { databaseConfig } from '../config.ts';
import { type Command, UsageError } from '../context.ts';
import { parseOptions } from '../options.ts';
import { withSession } from '../with-database.ts';

const PARTS = 16;
const MOST_PARTS = 256;

/** `partition`: the tables of single events in parts. */
export const partition: Command = {
  usage: `partition [--parts N]`,
  summary:
    `Splits the tables of single events (event_ledger, pending_events) into ${PARTS} or N parts by website: see docs/explanation/scale.md.\n` +
    'Services go on meanwhile. It needs as much space again as the ledger has. Run it again at any time: what is split stays.',
  async run(context) {
    const { argv, env, stderr } = context;
    const { parts = String(PARTS) } = parseOptions({
      args: argv,
      options: { parts: { type: 'string' } },
    }).values;
    if (!/^\d{1,3}$/.test(parts) || Number(parts) < 2 || Number(parts) > MOST_PARTS)
      throw new UsageError(`--parts must be a number from 2 to ${MOST_PARTS}.`);
    const config = readConfig(databaseConfig, env);
    const split = await withSession(context, config, 'funnel-partition', async (session) => {
      await migrateDatabase(session.url, session);
      return partitionEvents(session.url, Number(parts), session);
    });
    stderr.write(
      split.length > 0
        ? `Split ${split.join(' and ')} into ${parts} parts.\n`
        : 'Both tables are split already.\n',
    );
    return 0;
  },
};
