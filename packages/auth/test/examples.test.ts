import { describeExamples } from '@funnel/examples';
import { createTestDatabase } from '@funnel/testing';
import { CLIENT, startAuthorizationServer } from './support/authorization-server.ts';

describeExamples(new URL('..', import.meta.url), {
  load: (specifier) => import(specifier),
  async setup(uses) {
    if (!uses('issuer')) return {};
    const server = await startAuthorizationServer();
    const { database, drop } = await createTestDatabase();
    const token = server.issue({
      aud: 'https://api.example.com',
      scope: 'reports',
      website_ids: [11, 12],
      exp: Date.now() / 1000 + 3600,
    });
    return {
      values: { database, issuer: server.issuer, client: CLIENT, token },
      async close() {
        await server.stop();
        await drop();
      },
    };
  },
});
