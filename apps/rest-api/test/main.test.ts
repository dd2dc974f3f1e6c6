import { createTestDatabase } from '@funnel/testing';
import { fileURLToPath } from 'node:url';
import { describeShell } from '../../../packages/service/test/support/shell-guarantees.ts';

describeShell({
  script: fileURLToPath(new URL('../dist/main.js', import.meta.url)),
  portVariable: 'REST_API_PORT',
  createTestDatabase,
});
