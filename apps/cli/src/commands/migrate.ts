import { migrateDatabase } from '@funnel/db';
import { readConfig } from '@funnel/service';
import { databaseConfig } from '../config.ts';
import type { Command } from '../context.ts';

/** `migrate`: updates the database schema. */
export const migrate: Command = {
  usage: 'migrate',
  summary: 'Updates the database schema. Several instances may run at the same time.',
  async run({ env, stderr }) {
    await migrateDatabase(readConfig(databaseConfig, env).DATABASE_URL, {
      say: (message) => stderr.write(`${message}\n`),
    });
    stderr.write('The database schema is up to date.\n');
    return 0;
  },
};
