import { resealApiKeys, resealChannels } from '@funnel/admin';
import { readConfig } from '@funnel/service';
import { resealConfig } from '../config.ts';
import type { Command } from '../context.ts';
import { parseOptions } from '../options.ts';
import { withDatabase } from '../with-database.ts';

export const reseal: Command = {
  usage: 'reseal',
  summary:
    "Encrypts the websites' legacy API keys again, with the first key of API_KEY_ENCRYPTION_KEY, and the addresses\n" +
    'and secrets of notification channels, with the first key of NOTIFICATIONS_ENCRYPTION_KEY if it is set.\n' +
    'Set the one that you replace to the new key, a comma and the old key; afterwards remove the old one.',
  async run(context) {
    parseOptions(context.argv, {});
    const config = readConfig(resealConfig, context.env);
    const { API_KEY_ENCRYPTION_KEY: key, NOTIFICATIONS_ENCRYPTION_KEY: channelKey } = config;
    return withDatabase(context, config, async (database) => {
      context.say(`Encrypted the API keys of ${await resealApiKeys(database, key)} websites again.`);
      if (channelKey)
        context.say(
          `Encrypted the addresses of ${await resealChannels(database, channelKey)} channels again.`,
        );
    });
  },
};
