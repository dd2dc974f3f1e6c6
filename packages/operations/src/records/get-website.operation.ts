import { WebsiteNotFoundError } from '@funnel/auth';
import { readWebsiteRecord } from '@funnel/db';
import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { recordTime } from '../output/envelope.ts';
import { websiteId } from '../parameters/shared.ts';
import { readAllTimeCounts } from './all-time-counts.ts';

const alwaysNull = {
  user_id: z.null(),
  url: z.null(),
  published: z.null(),
  visitors_count: z.null(),
  screenshot: z.null(),
  context: z.null(),
  research: z.null(),
  context_last_updated: z.null(),
};
const NULLS = Object.fromEntries(Object.keys(alwaysNull).map((name) => [name, null])) as Record<
  keyof typeof alwaysNull,
  null
>;

export const getWebsiteOperation = defineOperation({
  name: 'get_website',
  title: 'The record of the website',
  method: 'GET',
  path: '/websites',
  scope: 'websites:read',
  tag: 'Website',
  summary: 'The record of the website',
  description:
    'The full record of the website of the credential. `api_key` is a secret. Counts are all-time distinct visitors.',
  websiteRule: 'one',
  transaction: 'read',
  caching: 'no-store',
  parameters: { website_id: websiteId },
  output: z
    .object({
      id: z.int(),
      account_id: z.int(),
      conversions: z.int(),
      completions: z.int(),
      name: z.string().describe('Root domain'),
      created_at: recordTime,
      updated_at: recordTime,
      listener: z.boolean(),
      active: z.boolean(),
      test: z.boolean(),
      blacklisted: z.boolean(),
      powered_by: z.boolean(),
      archived: z.boolean(),
      premium: z.boolean(),
      support: z.boolean(),
      script_type: z.string(),
      brand: z.string(),
      api_key: z.string().describe('Secret'),
      sub_domain: z.string(),
      plan_type: z.string(),
      data: z.record(z.string(), z.unknown()),
      ...alwaysNull,
    })
    .meta({ id: 'WebsiteRecord' }),
  errors: [],
  example: { parameters: {} },
  async run({ connection, website, now, encryptionKey }) {
    if (!encryptionKey) throw new Error('The record of a website needs the key that decrypts its legacy key');
    const [record, counts] = await Promise.all([
      readWebsiteRecord(connection, website.id, encryptionKey),
      readAllTimeCounts(connection, { website, now, levels: ['website'] }),
    ]);
    if (!record) throw new WebsiteNotFoundError();
    const { conversions, completions } = counts.of('website', website.id).current;
    return { body: { ...record, conversions, completions, ...NULLS } };
  },
});
