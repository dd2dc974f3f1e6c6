import { z } from 'zod';
import { defineReport } from '../operation.ts';
import { timestamp } from '../output/envelope.ts';

/** The websites of the token. */
export const websitesReport = defineReport({
  name: 'list_websites',
  title: 'List websites',
  path: '/reports/websites',
  summary: 'The websites of the token',
  description:
    'Lists the websites that the token covers, by id. Start here when a call asks for website_id; then ask get_website_report.',
  websiteRule: 'all',
  parameters: {},
  output: z
    .object({
      websites: z.array(
        z.object({
          id: z.int(),
          account_id: z.int(),
          name: z.string(),
          account_name: z.string(),
          created_at: timestamp,
        }),
      ),
    })
    .meta({ id: 'WebsitesReport' }),
  example: { parameters: {} },
  tool: {},
  run: async ({ websites }) => ({
    body: {
      websites: websites.map(({ id, accountId, name, accountName, createdAt }) => ({
        id,
        account_id: accountId,
        name,
        account_name: accountName,
        created_at: createdAt.toISOString(),
      })),
    },
  }),
});
