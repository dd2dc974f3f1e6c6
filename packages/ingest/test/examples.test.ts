import { describeExamples } from '@funnel/examples';
import { createTestDatabase } from '@funnel/testing';
import { encryptionKey, importTwoWebsites } from './support/catalog.ts';

describeExamples(new URL('..', import.meta.url), {
  load: (specifier) => import(specifier),
  setup: async (uses) => {
    if (!uses('database')) return {};
    const { database, drop } = await createTestDatabase();
    await importTwoWebsites(database);
    return { values: { database, encryptionKey }, close: drop };
  },
});
