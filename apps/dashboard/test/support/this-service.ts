import { fileURLToPath } from 'node:url';
import type { ServiceUnderTest } from '@funnel/testing/service-guarantees';
import { SEALING_KEY } from './product.ts';

/** How this service is started as a process. */
export const thisService: ServiceUnderTest = {
  service: 'dashboard',
  script: fileURLToPath(new URL('../../dist/main.js', import.meta.url)),
  portVariable: 'DASHBOARD_PORT',
  env: { DASHBOARD_CLIENT_SECRET: 'd'.repeat(40), DASHBOARD_ENCRYPTION_KEY: SEALING_KEY },
  paths: { path: '/signed-out', bodyPath: '/sign-out', longPath: '/signed-out' },
};
