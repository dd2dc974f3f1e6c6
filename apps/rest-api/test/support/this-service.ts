import { fileURLToPath } from 'node:url';
import type { ServiceUnderTest } from '@funnel/testing/service-guarantees';

/** How this service is started as a process. */
export const thisService: ServiceUnderTest = {
  service: 'rest-api',
  script: fileURLToPath(new URL('../../dist/main.js', import.meta.url)),
  portVariable: 'REST_API_PORT',
  env: { INTROSPECTION_CLIENT_SECRET: 'i'.repeat(40), API_KEY_ENCRYPTION_KEY: `${'A'.repeat(43)}=` },
  paths: { path: '/', bodyPath: '/api/v1/contacts', longPath: '/openapi.json' },
};
