import { fileURLToPath } from 'node:url';
import type { ServiceUnderTest } from '@funnel/testing/service-guarantees';

/** How this service is started as a process. */
export const thisService: ServiceUnderTest = {
  service: 'event-intake',
  script: fileURLToPath(new URL('../../dist/main.js', import.meta.url)),
  portVariable: 'EVENT_INTAKE_PORT',
  hashesVisitors: true,
  env: { INTROSPECTION_CLIENT_SECRET: 'i'.repeat(40) },
  paths: { path: '/', bodyPath: '/v1/events', longPath: '/openapi.json' },
};
