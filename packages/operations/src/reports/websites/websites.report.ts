import { accountNames } from '@funnel/db';
import { resolvePeriod } from '@funnel/domain';
import { z } from 'zod';
import { readActivity } from '../../extras/read-activity.ts';
import { readWebsiteTrends } from '../../extras/read-trends.ts';
import { defineReport } from '../../operation.ts';
import { timestamp } from '../../output/envelope.ts';
import { websitesExtras } from './websites.extras.ts';

/** What the short lines beside the websites cover. */
const LAST_30_DAYS = { selection: { timeframe: 'last_30_days' } } as const;

export const websitesReport = defineReport({
  name: 'list_websites',
  title: 'List websites',
  path: '/reports/websites',
  summary: 'The websites of the token',
  description:
    'Lists the websites that the token covers, by id. Start here if a call requires website_id, then call get_website_report.',
  websiteRule: 'all',
  parameters: {},
  output: z
    .object({
      websites: z
        .array(
          z.object({
            id: z.int(),
            account_id: z.int(),
            name: z.string(),
            account_name: z.string(),
            created_at: timestamp,
          }),
        )
        .describe('One entry for each website.'),
    })
    .meta({ id: 'WebsitesReport' }),
  example: { parameters: {} },
  tool: {},
  async read({ connection, websites, now, withExtras }) {
    const accounts = await accountNames(
      connection,
      websites.map(({ accountId }) => accountId),
    );
    const { window, countType } = resolvePeriod(LAST_30_DAYS, { facts: { firstDay: 0 }, now });
    const trends = withExtras
      ? await readWebsiteTrends(connection, { websites, window, countType })
      : undefined;
    const activity = withExtras ? await readActivity(connection, websites) : undefined;
    return {
      facts: { websites, window, now, trends, activity },
      body: {
        websites: websites.map(({ id, accountId, name, createdAt }) => ({
          id,
          account_id: accountId,
          name,
          account_name: accounts.get(accountId) ?? '',
          created_at: createdAt.toISOString(),
        })),
      },
    };
  },
  notes: () => [],
  extras: websitesExtras,
});
