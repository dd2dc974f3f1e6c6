import { describeExamples } from '@funnel/examples';
import { createTestDatabase } from '@funnel/testing';
import { principalOf } from './support/ask.ts';
import { importAll } from './support/catalog.ts';

describeExamples(new URL('..', import.meta.url), {
  load: (specifier) => import(specifier),
  async setup(uses) {
    if (!uses('database')) return {};
    const { database, drop } = await createTestDatabase();
    await importAll(database);
    return { values: { database, principal: principalOf([1]) }, close: drop };
  },
});
