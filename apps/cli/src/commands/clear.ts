import { readWebsites } from '@funnel/db';
import { clearWebsite } from '@funnel/ingest';
import { readConfig } from '@funnel/service';
import { visitorConfig } from '../config.ts';
import { type Command, UsageError } from '../context.ts';
import { FLAG, onlyOne, parseArguments, parseWebsiteIdOption } from '../options.ts';
import { visitorSecretsOf } from '../visitor-secrets.ts';
import { withDatabase } from '../with-database.ts';

export const clear: Command = {
  usage: 'clear WEBSITE_ID [--yes]',
  summary:
    'Deletes all counts of a website, and the ids of its events, so that its events can be loaded again with ingest. Its\n' +
    'catalog, contacts and insights stay. Its visitors are hashed with VISITOR_SECRET from then on, if one has begun.\n' +
    'Without --yes it says what it would do.',
  again: 'Run the command again, before you load anything.',
  connections: 2,
  async run(context) {
    const { values, positionals } = parseArguments(context.argv, { yes: FLAG });
    const websiteId = parseWebsiteIdOption(onlyOne(positionals, 'Pass the id of one website.'));
    const config = readConfig(visitorConfig, context.env);
    return withDatabase(context, config, async (database) => {
      await visitorSecretsOf(database, config);
      const [website] = await readWebsites(database.sql, [websiteId]);
      if (!website) throw new UsageError(`There is no website ${websiteId}.`);
      const what = `all counts of website ${websiteId}`;
      if (values.yes) {
        await clearWebsite(database, websiteId);
        context.say(`Deleted ${what}. Load its events with ingest.`);
      } else {
        context.say(`Would delete ${what}. Nothing was changed. Add --yes to delete them.`);
      }
    });
  },
};
