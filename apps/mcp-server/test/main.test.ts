import { createTestDatabase } from '@funnel/testing';
import { fileURLToPath } from 'node:url';
import { describeShell } from '../../../packages/service/test/support/shell-guarantees.ts';

describeShell({
  script: fileURLToPath(new URL('../dist/main.js', import.meta.url)),
  portVariable: 'MCP_SERVER_PORT',
  createTestDatabase,
  env: { INTROSPECTION_CLIENT_SECRET: 'i'.repeat(40) },
});
