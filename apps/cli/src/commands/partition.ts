import { migrateDatabase, partitionEvents } from '@funnel/admin';
import { readConfig } from '@funnel/service';
import { databaseConfig } from '../config.ts';
import type { Command } from '../context.ts';
import { parseNumber, parseOptions, TEXT } from '../options.ts';
import { withSession } from '../with-database.ts';

const PARTS = 16;
const MOST_PARTS = 256;

export const partition: Command = {
  usage: `partition [--parts N]`,
  summary:
    `Splits the tables of single events (event_ledger, pending_events) into ${PARTS} or N parts by website: see docs/explanation/scale.md.\n` +
    'Services go on meanwhile. It needs as much space again as the ledger has. Run it again at any time: what is split stays.',
  async run(context) {
    const { argv, env, say } = context;
    const { parts: given = String(PARTS) } = parseOptions(argv, { parts: TEXT });
    const parts = parseNumber('--parts', given, [2, MOST_PARTS]);
    const config = readConfig(databaseConfig, env);
    const split = await withSession(context, config, async (session) => {
      await migrateDatabase(session.url, session);
      return partitionEvents(session.url, parts, session);
    });
    say(
      split.length > 0
        ? `Split ${split.join(' and ')} into ${parts} parts.`
        : 'Both tables are split already.',
    );
  },
};
