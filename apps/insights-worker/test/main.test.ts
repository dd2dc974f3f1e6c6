import { describeServiceGuarantees } from '@funnel/testing/service-guarantees';
import { fileURLToPath } from 'node:url';

describeServiceGuarantees({
  service: 'insights-worker',
  script: fileURLToPath(new URL('../dist/main.js', import.meta.url)),
  portVariable: 'INSIGHTS_WORKER_PORT',
});
