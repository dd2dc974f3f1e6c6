import { createTestDatabase } from '@funnel/testing';
import { fileURLToPath } from 'node:url';
import { describeShell } from '../../../packages/service/test/support/shell-guarantees.ts';
import { secrets } from './support/authorization-app.ts';

describeShell({
  script: fileURLToPath(new URL('../dist/main.js', import.meta.url)),
  portVariable: 'AUTHORIZATION_SERVER_PORT',
  createTestDatabase,
  env: secrets(),
});
