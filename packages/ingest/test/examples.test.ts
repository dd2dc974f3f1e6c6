import { describeExamples } from '@funnel/examples';
import { trustedWebsiteId } from '@funnel/domain';
import { createTestDatabase } from '@funnel/testing';
import { encryptionKey, importTwoWebsites } from './support/catalog.ts';

/** A view of website 1, as a sender writes it. */
const event = {
  event_id: '0190c3f2-0000-7000-8000-000000000001',
  type: 'view',
  website_id: 1,
  visitor_token: '0190c3f2-7b1e-7cc3-98c4-dc0c0c07398f',
  occurred_at: '2026-11-10T09:30:00Z',
};

describeExamples(new URL('..', import.meta.url), {
  load: (specifier) => import(specifier),
  setup: async (uses) => {
    const values = { encryptionKey, event, websiteId: trustedWebsiteId(1) };
    if (!uses('database')) return { values };
    const { database, drop } = await createTestDatabase();
    await importTwoWebsites(database);
    return { values: { ...values, database }, close: drop };
  },
  types: {
    database: "import('@funnel/db').Database",
    encryptionKey: 'Uint8Array',
    event: 'object',
    websiteId: "import('@funnel/domain').WebsiteId",
  },
});
