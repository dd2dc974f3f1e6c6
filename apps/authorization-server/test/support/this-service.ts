import { fileURLToPath } from 'node:url';
import { authorizationServerSecrets } from '@funnel/fixtures';
import type { ServiceUnderTest } from '@funnel/testing/service-guarantees';

/** How this service is started as a process. */
export const thisService: ServiceUnderTest = {
  service: 'authorization-server',
  script: fileURLToPath(new URL('../../dist/main.js', import.meta.url)),
  portVariable: 'AUTHORIZATION_SERVER_PORT',
  hashesVisitors: true,
  env: authorizationServerSecrets(),
  paths: {
    path: '/.well-known/oauth-authorization-server',
    bodyPath: '/token',
    longPath: '/.well-known/oauth-authorization-server',
  },
};
