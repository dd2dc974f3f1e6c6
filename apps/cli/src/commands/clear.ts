import { readWebsites } from '@funnel/db';
import { clearWebsite } from '@funnel/ingest';
import { readConfig } from '@funnel/service';
import { visitorConfig } from '../config.ts';
import { type Command, UsageError } from '../context.ts';
import { parseOptions, parseWebsiteIdOption } from '../options.ts';
import { visitorSecretsOf } from '../visitor-secrets.ts';
import { withDatabase } from '../with-database.ts';

/** `clear`: deletes the counts of a website, to load it again. */
export const clear: Command = {
  usage: 'clear WEBSITE_ID [--yes]',
  summary:
    'Deletes all counts of a website, and the ids of its events, so that its events can be loaded again with ingest. Its\n' +
    'catalog, contacts and insights stay. Its visitors are hashed with VISITOR_SECRET from then on, if one has begun.\n' +
    'Without --yes it says what it would do.',
  again: 'Run the command again, before you load anything.',
  async run(context) {
    const { values, positionals } = parseOptions({
      args: context.argv,
      options: { yes: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [id, ...more] = positionals;
    if (!id || more.length > 0) throw new UsageError('Pass the id of one website.');
    const websiteId = parseWebsiteIdOption(id, `${id} is not a website id.`);
    const config = readConfig(visitorConfig, context.env);
    return withDatabase(context, config, { name: 'funnel-clear', maxConnections: 2 }, async (database) => {
      await visitorSecretsOf(database, config);
      const [website] = await readWebsites(database.sql, [websiteId]);
      if (!website) throw new UsageError(`There is no website ${websiteId}.`);
      const what = `all counts of website ${websiteId}`;
      if (values.yes) {
        await clearWebsite(database, websiteId);
        context.stderr.write(`Deleted ${what}. Load its events with ingest.\n`);
      } else {
        context.stderr.write(`Would delete ${what}. Nothing was changed. Add --yes to delete them.\n`);
      }
      return 0;
    });
  },
};
