import { migrateDatabase } from '@funnel/admin';
import { readConfig } from '@funnel/service';
import { databaseConfig } from '../config.ts';
import type { Command } from '../context.ts';
import { withSession } from '../with-database.ts';

/** `migrate`: updates the database schema. */
export const migrate: Command = {
  usage: 'migrate',
  summary: 'Updates the database schema. Several instances may run at the same time.',
  async run(context) {
    const config = readConfig(databaseConfig, context.env);
    await withSession(context, config, 'funnel-migrate', (session) => migrateDatabase(session.url, session));
    context.stderr.write('The database schema is up to date.\n');
    return 0;
  },
};
