import { z } from 'zod';
import { defineReport } from '../report.ts';

/** Spec 2.7: the websites of the binding, nothing else. */
export const websitesReport = defineReport({
  tool: 'list_websites',
  title: 'List websites',
  path: '/reports/websites',
  summary: 'The websites of the token',
  description:
    'Lists the websites that the token covers, by id. Start here when a call asks for website_id; then ask get_website_report.',
  websiteRule: 'all',
  parameters: {},
  output: z.object({
    websites: z.array(
      z.object({
        id: z.int(),
        account_id: z.int(),
        name: z.string(),
        account_name: z.string(),
        created_at: z.string().describe('ISO 8601, UTC'),
      }),
    ),
  }),
  run: async ({ websites }) => ({
    websites: websites.map(({ id, accountId, name, accountName, createdAt }) => ({
      id,
      account_id: accountId,
      name,
      account_name: accountName,
      created_at: createdAt.toISOString(),
    })),
  }),
});
