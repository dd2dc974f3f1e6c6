import { readWebsiteRecord, inReadTransaction } from '@funnel/db';
import { websiteNotFound } from '@funnel/auth';
import { websiteId } from '../parameters/shared.ts';
import { z } from 'zod';
import { readAllTimeCounts } from './all-time.ts';
import { defineResource } from '../resource.ts';

const timestamp = z.string().describe('ISO 8601, UTC, with milliseconds');

/** Appear as null in spec 2.12. */
const ALWAYS_NULL = {
  user_id: null,
  url: null,
  published: null,
  visitors_count: null,
  screenshot: null,
  context: null,
  research: null,
  context_last_updated: null,
};

export const getWebsiteResource = defineResource({
  operationId: 'get_website',
  method: 'GET',
  path: '/websites',
  scope: 'websites:read',
  summary: 'The record of the website',
  description:
    'The full record of the website of the credential. `api_key` is a secret. Counts are all-time distinct visitors.',
  parameters: { website_id: websiteId },
  output: z.object({
    id: z.int(),
    account_id: z.int(),
    conversions: z.int(),
    completions: z.int(),
    name: z.string().describe('Root domain'),
    created_at: timestamp,
    updated_at: timestamp,
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
    user_id: z.null(),
    url: z.null(),
    published: z.null(),
    visitors_count: z.null(),
    screenshot: z.null(),
    context: z.null(),
    research: z.null(),
    context_last_updated: z.null(),
  }),
  async run({ database, websiteId: website, now, encryptionKey }) {
    const [record, countsOf] = await Promise.all([
      readWebsiteRecord(database, website, encryptionKey),
      inReadTransaction(database, (snapshot) =>
        readAllTimeCounts(snapshot, { websiteId: website, now }, ['website']),
      ),
    ]);
    if (!record) throw websiteNotFound();
    const { conversions, completions } = countsOf('website', website);
    return { status: 200 as const, body: { ...record, conversions, completions, ...ALWAYS_NULL } };
  },
});
