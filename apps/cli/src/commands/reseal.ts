import { resealApiKeys } from '@funnel/admin';
import { readConfig } from '@funnel/service';
import { catalogConfig } from '../config.ts';
import type { Command } from '../context.ts';
import { parseOptions } from '../options.ts';
import { withDatabase } from '../with-database.ts';

/** `reseal`: the second step of the rotation of API_KEY_ENCRYPTION_KEY. */
export const reseal: Command = {
  usage: 'reseal',
  summary:
    "Encrypts the websites' legacy API keys again, with the first key of API_KEY_ENCRYPTION_KEY.\n" +
    'Set it to the new key, a comma and the old key; afterwards remove the old one.',
  async run(context) {
    parseOptions({ args: context.argv, options: {} });
    const config = readConfig(catalogConfig, context.env);
    const { API_KEY_ENCRYPTION_KEY: key } = config;
    const connection = { name: 'funnel-reseal', maxConnections: 1 };
    return withDatabase(context, config, connection, async (database) => {
      context.stderr.write(
        `Encrypted the API keys of ${await resealApiKeys(database, key)} websites again.\n`,
      );
      return 0;
    });
  },
};
