import { describeExamples } from '@funnel/examples';
import { trustedWebsiteId } from '@funnel/domain';
import { createTestDatabase } from '@funnel/testing';
import type { Principal } from '../src/principal.ts';
import { CLIENT, startAuthorizationServer } from './support/authorization-server.ts';

const principal: Principal = {
  kind: 'oauth',
  subject: '7',
  clientId: 'a-client',
  websiteIds: [12, 11].map(trustedWebsiteId),
  scopes: new Set(['contacts:write']),
  expiresAt: null,
  budgetKey: 'sha-256-of-the-token',
};

describeExamples(new URL('..', import.meta.url), {
  load: (specifier) => import(specifier),
  async setup(uses) {
    if (!uses('issuer')) return { values: { principal } };
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
