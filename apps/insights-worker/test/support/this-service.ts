import { fileURLToPath } from 'node:url';
import type { ServiceUnderTest } from '@funnel/testing/service-guarantees';

/** How this service is started as a process. */
export const thisService: ServiceUnderTest = {
  service: 'insights-worker',
  script: fileURLToPath(new URL('../../dist/main.js', import.meta.url)),
  portVariable: 'INSIGHTS_WORKER_PORT',
  paths: { path: '/', bodyPath: '/', longPath: '/' },
};
