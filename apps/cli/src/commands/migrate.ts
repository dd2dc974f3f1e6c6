import { beginVisitorSecrets } from '@funnel/admin';
import { VisitorSecrets } from '@funnel/domain';
import { readConfig } from '@funnel/service';
import { visitorConfig } from '../config.ts';
import type { Command } from '../context.ts';
import { withDatabase } from '../with-database.ts';

export const migrate: Command = {
  usage: 'migrate',
  summary:
    'Updates the database schema. Several instances may run at the same time.\n' +
    'With VISITOR_SECRET, the visitors of new websites are hashed with it from then on: docs/reference/secrets.md.',
  async run(context) {
    const config = readConfig(visitorConfig, context.env);
    const { say } = context;
    await withDatabase(context, config, async (database) => {
      const begins = await beginVisitorSecrets(database, new VisitorSecrets(config.VISITOR_SECRET));
      if (begins)
        say(`The visitors of websites that are created from ${begins} on are hashed with VISITOR_SECRET.`);
    });
    say('The database schema is up to date.');
  },
};
