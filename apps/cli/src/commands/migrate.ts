import { migrateDatabase } from '@funnel/db';
import { readConfig } from '@funnel/service';
import { databaseConfig } from '../config.ts';
import type { Command } from '../context.ts';

export const migrate: Command = {
  usage: 'migrate',
  summary: 'Brings the database schema up to date. Safe to run from several places at once.',
  async run({ env, stderr }) {
    await migrateDatabase(readConfig(databaseConfig, env).DATABASE_URL);
    stderr.write('The database schema is up to date.\n');
    return 0;
  },
};
